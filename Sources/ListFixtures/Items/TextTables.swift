/// The words that rows are written with.
///
/// All of it is part of the dataset version.
struct TextTables: Sendable {
  /// How many words a draw chooses from: 10 bits.
  static let wordCount = 1024

  /// The tables; made once.
  static let shared = TextTables()

  /// Words with a space behind; frequent words stand more often.
  let words: [TextWord]
  /// The same words with a capital letter first, where they have one.
  let capitalised: [TextWord]
  /// What ends a sentence of a body, escaped for JSON: 16 choices, mostly a full stop.
  let endings: [TextWord]
  /// First names with a space behind.
  let firstNames: [TextWord]
  /// Last names.
  let lastNames: [TextWord]

  private init() {
    let latin = Self.split(Self.latin)
    let marked = Self.split(Self.marked)
    // Word number i stands about 1/(i + 8) as often as all: the frequencies of a real text.
    let weights = latin.indices.map { 65536 / ($0 + 8) }
    let total = weights.reduce(0, +)
    let latinCount = Self.wordCount * 15 / 16
    var drawn: [String] = []
    var passed = 0
    for (word, weight) in zip(latin, weights) {
      passed += weight
      while drawn.count < passed * latinCount / total { drawn.append(word) }
    }
    var next = 0
    while drawn.count < Self.wordCount {
      drawn.append(marked[next % marked.count])
      next += 1
    }
    words = drawn.map { TextWord($0 + " ") }
    capitalised = drawn.map { TextWord(Self.capitalised($0) + " ") }
    endings = Self.endings.map { TextWord($0) }
    firstNames = Self.split(Self.firstNames).map { TextWord($0 + " ") }
    lastNames = Self.split(Self.lastNames).map { TextWord($0) }
    precondition(firstNames.count == 64 && lastNames.count == 64, "64 names of each kind")
  }

  /// Splits at spaces, byte by byte: nothing depends on a Unicode version.
  private static func split(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }

  /// Only ASCII letters change: nothing depends on a Unicode version.
  private static func capitalised(_ word: String) -> String {
    var bytes = Array(word.utf8)
    if bytes[0] >= UInt8(ascii: "a") && bytes[0] <= UInt8(ascii: "z") { bytes[0] -= 32 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let endings = [
    ". ", ". ", ". ", ". ", ". ", ". ", ". ", ". ", ". ", "? ", "? ", "! ", "! ", "… ", ".\\n",
    " \\\"sic\\\". ",
  ]

  /// Frequent words first.
  private static let latin = """
    et in est non ut ad cum quod qui sed si ex quae per hoc nec enim atque de aut esse ab \
    autem quam eius ea sunt id etiam tamen nam se me te nihil omnia res quoque quidem rei \
    modo ante inter post sine pro quid ita iam nunc tum vero ipse ille haec illa eum eo suis \
    sibi nos vos mihi tibi nobis vita homo deus animus corpus tempus locus bellum pax urbs \
    populus senatus consul miles hostis castra legio flumen mons silva campus mare terra \
    caelum sol luna stella nox dies annus mensis hora manus caput oculus vox verbum liber \
    littera carmen ars natura ratio virtus gloria honor amor odium spes metus ira dolor \
    gaudium fortuna fatum mors via domus porta murus templum forum ager arbor flos fructus \
    panis aqua vinum ignis ventus nubes imber nix avis canis equus leo lupus piscis bonus \
    malus magnus parvus longus brevis altus novus vetus primus ultimus omnis nullus alius \
    alter solus totus unus duo tres multi pauci plures facere dicere videre venire ire dare \
    habere tenere capere mittere ponere ducere agere legere scribere audire credere putare \
    scire nescire velle posse debere iubere vincere fugere manere stare sedere iacere vivere \
    mori nasci amare timere sperare laudare rogare narrare quaerere invenire cognoscere \
    intellegere memoria sapientia philosophia consuetudo magistratus imperator exercitus
    """

  /// Accents, other scripts, emoji with modifiers: their bytes, units and characters differ in
  /// number.
  private static let marked = """
    café naïve garçon señor über straße smørrebrød žluťoučký łódź þórr привет список λόγος \
    ψυχή שלום مرحبا नमन ไทย 日本語 新着 東京タワー 中文 列表 한국어 목록 🎉 👍🏽 🔥 ❤️ 🇫🇷 1️⃣ e\u{301}tude İstanbul \
    ǆ ﬁnis №7 €20 ½ “ita” — 🙃
    """

  private static let firstNames = """
    Aelia Aemilia Agrippa Albina Antonia Appius Aulus Aurelia Balbina Caelia Calpurnia \
    Camilla Cassia Cato Cicero Claudia Clelia Cornelia Crispus Decimus Domitia Drusilla \
    Fabia Fausta Flavia Fulvia Gaius Galla Gnaeus Helvia Horatia Hortensia Iulia Iunia \
    Laelia Lavinia Livia Lucius Lucretia Manius Marcella Marcus Octavia Ovidia Paula \
    Petronia Plinius Pompeia Porcia Priscilla Publius Quintus Rufina Sabina Servius Sextus \
    Silvia Titus Tullia Valeria Varro Vibia Zoë Éléonore
    """

  private static let lastNames = """
    Agricola Ahala Albinus Aquila Asina Atticus Avitus Balbus Barbatus Bassus Bibulus Brutus \
    Caecus Caesar Calvus Capito Carbo Catulus Celer Celsus Cotta Crassus Cursor Dento Dives \
    Faber Falco Felix Figulus Flaccus Florus Fronto Fuscus Galba Gallus Geminus Glabrio \
    Gracchus Lentulus Lepidus Longus Macer Magnus Maximus Merula Naso Nepos Nerva Niger \
    Paetus Pansa Paulus Pius Plautus Pulcher Regulus Rufus Scaevola Scipio Seneca Severus \
    Strabo Tacitus Ørsted
    """
}
