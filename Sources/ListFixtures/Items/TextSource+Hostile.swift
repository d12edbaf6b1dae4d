/// Words that break layouts, what stands among the words of each script, and names. What cannot be
/// seen is written by its number.
extension TextSource {
  /// Short words, which marks are heaped on, or which stand among emoji and addresses.
  static let shortLatin = """
    et in est non ut ad cum quod qui sed si ex per hoc nec enim aut esse ab eius ea sunt \
    id se me te nihil ante inter post sine pro vita deus nox lux
    """

  /// Addresses in pieces, identifiers, long words; no hyphen.
  static let unbreakable = """
    https://example.org/ www.example.com/a/ user@example.org ?id= &utm_source= %E2%9C%93 \
    aaaaaaaaaaaaaaaa 0x7fffffffffffffff #fragment =42 .tar.gz ABCDEF0123456789 \
    Donaudampfschifffahrtsgesellschaftskapitän Rindfleischetikettierungsüberwachung \
    pneumonoultramicroscopicsilicovolcanoconiosis Llanfairpwllgwyngyll snake_case_name \
    CamelCaseIdentifier WWWWWWWW iiiiiiii 404 /path/to/ antidisestablishmentarianism
    """

  /// Soft hyphens, no-break and zero-width spaces, joiners, a byte order mark.
  static let softBreaks = """
    im\u{AD}pe\u{AD}ra\u{AD}tor con\u{AD}sue\u{AD}tu\u{AD}do 10\u{A0}km §\u{A0}7 et in est \
    1\u{202F}000\u{202F}000 a\u{200B}b non ut ad zero\u{200B}width\u{200B}space \
    sine\u{2060}vinculo non\u{2011}breaking cum quod semi\u{200C}join \
    S.\u{A0}P.\u{A0}Q.\u{A0}R. ma\u{AD}gis\u{AD}tra\u{AD}tus in\u{FEFF}visible \
    phi\u{AD}lo\u{AD}so\u{AD}phia
    """

  /// Isolates, embeddings, overrides and marks; what a word opens it or a later one closes.
  static let bidiControls = """
    \u{2067}שלום\u{2069} \u{2066}abc\u{2069} et \u{2068}مرحبا\u{2069} \
    \u{202B}עברית\u{202C} \u{202A}latin\u{202C} in \u{202E}txet\u{202C} \u{200F}! \
    \u{200E}ok \u{61C}123 שלום\u{200F}! (שלום) C++\u{200E} abc ٤٢ file\u{202E}gpj.exe \
    \u{202C} \u{2068}\u{2066}a\u{2069}ב\u{2069} من 100% על
    """

  /// Accents, other scripts, emoji with modifiers: bytes, units and characters differ in number.
  static let signs = """
    café naïve garçon señor über straße smørrebrød žluťoučký łódź þórr e\u{301}tude \
    İstanbul ǆ ﬁnis №7 €20 ½ “ita” — привет λόγος ψυχή שלום مرحبا नमन ไทย 日本語 中文 한국어 목록 🎉 \
    👍\u{1F3FD} 🔥 ❤\u{FE0F} 🇫🇷 1\u{FE0F}\u{20E3} 🙃 2024 3.14
    """

  /// Numbers and what is written in Latin everywhere.
  static let numbers = """
    2024 15 7:30 50% +20 3.14 1,000 1990 12/31 100 iPhone GPS Wi\u{2011}Fi COVID19 USB OK \
    @user #tag 👍\u{1F3FD} ❤\u{FE0F} 🎉 №7 €20 ½
    """

  /// The same for scripts without spaces.
  static let compactSigns = """
    2024 15 7:30 50% 3.14 100 iPhone GPS USB OK SNS AI 👍\u{1F3FD} ❤\u{FE0F} 🎉 🔥 @user #tag
    """

  /// First names of authors.
  static let firstNames = """
    Aelia Aemilia Agrippa Albina Antonia Appius Aulus Aurelia Balbina Caelia Calpurnia \
    Camilla Cassia Cato Cicero Claudia Clelia Cornelia Crispus Decimus Domitia Drusilla \
    Fabia Fausta Flavia Fulvia Gaius Galla Gnaeus Helvia Horatia Hortensia Iulia Iunia \
    Laelia Lavinia Livia Lucius Lucretia Manius Marcella Marcus Octavia Ovidia Paula \
    Petronia Plinius Pompeia Porcia Priscilla Publius Quintus Rufina Sabina Servius Sextus \
    Silvia Titus Tullia Valeria Varro Vibia Zoë Éléonore
    """

  /// Last names of authors.
  static let lastNames = """
    Agricola Ahala Albinus Aquila Asina Atticus Avitus Balbus Barbatus Bassus Bibulus Brutus \
    Caecus Caesar Calvus Capito Carbo Catulus Celer Celsus Cotta Crassus Cursor Dento Dives \
    Faber Falco Felix Figulus Flaccus Florus Fronto Fuscus Galba Gallus Geminus Glabrio \
    Gracchus Lentulus Lepidus Longus Macer Magnus Maximus Merula Naso Nepos Nerva Niger \
    Paetus Pansa Paulus Pius Plautus Pulcher Regulus Rufus Scaevola Scipio Seneca Severus \
    Strabo Tacitus Ørsted
    """
}
