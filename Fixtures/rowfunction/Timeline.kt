// The row function of Longlist's `timeline`: any row from its number, in integers alone.
// Made by `fixtures rowfunction --language kotlin`; tests compare it with the generator.

private val DATASET_VERSION = 2
private val RECIPE = "timeline"
private val START = 1735689600000000L
private val ITEM_GAP = 250000
private val TIE_PERMILLE = 180
private val LONG_TIE_PERMILLE = 4
private val IMAGE_PERMILLE = 300
private val OWN_PERMILLE = 20
private val REPLY_PERMILLE = 250
private val AUTHORS = 20000
private val TITLE_LEAST = 2
private val TITLE_CHOICES = 8
private val ESTIMATE_ERROR = 25
private val STATUSES = "published published pinned edited".split(" ")
private val STREAM_NAMES = "identity ties itemClock author title body counts image parent status estimate textKind".split(" ")
private val STREAM_NUMBERS = listOf(1, 2, 3, 12, 13, 14, 15, 16, 17, 18, 19, 64)
private val BODY_BYTES = listOf(
  8, 12, 15, 18, 20, 22, 24, 26, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 40, 42, 44, 46, 48,
  50, 52, 54, 56, 58, 60, 61, 62, 64, 66, 69, 72, 75, 78, 81, 84, 88, 92, 96, 100, 104, 108, 112,
  116, 120, 125, 130, 135, 140, 146, 152, 160, 168, 176, 184, 190, 210, 240, 280, 900
)
private val IMAGE_SIZES = listOf(
  1080, 1350, 1080, 1080, 1920, 1080, 1600, 1200, 1200, 1600, 1280, 720, 720, 1280, 2048, 1365,
  4032, 3024, 3024, 4032, 1080, 1350, 1080, 1080, 1920, 1080, 8000, 1000, 1170, 7020, 96, 96
)
private val ZERO_CELLS = listOf(
  173, 173, 768, 879, 1155, 1161, 1425, 1469, 1471, 1471, 1473, 1474, 1476, 1477, 1479, 1479,
  1552, 1562, 1564, 1564, 1611, 1631, 1648, 1648, 1750, 1757, 2304, 2306, 2362, 2362, 2364, 2364,
  2369, 2376, 2381, 2381, 2385, 2391, 2402, 2403, 3633, 3633, 3636, 3642, 3655, 3662, 4448, 4607,
  6832, 6911, 7616, 7679, 8203, 8207, 8234, 8238, 8288, 8303, 8400, 8432, 12330, 12335, 12441,
  12442, 65024, 65039, 65056, 65071, 65279, 65279, 127995, 127999, 917504, 921599
)
private val TWO_CELLS = listOf(
  4352, 4447, 11904, 12350, 12353, 19903, 19968, 42191, 43360, 43391, 44032, 55203, 63744, 64255,
  65072, 65135, 65281, 65376, 65504, 65510, 127744, 129791, 131072, 262141
)
private val FIRST_NAMES = "Aelia Aemilia Agrippa Albina Antonia Appius Aulus Aurelia Balbina Caelia Calpurnia Camilla Cassia Cato Cicero Claudia Clelia Cornelia Crispus Decimus Domitia Drusilla Fabia Fausta Flavia Fulvia Gaius Galla Gnaeus Helvia Horatia Hortensia Iulia Iunia Laelia Lavinia Livia Lucius Lucretia Manius Marcella Marcus Octavia Ovidia Paula Petronia Plinius Pompeia Porcia Priscilla Publius Quintus Rufina Sabina Servius Sextus Silvia Titus Tullia Valeria Varro Vibia Zoë Éléonore".split(" ")
private val LAST_NAMES = "Agricola Ahala Albinus Aquila Asina Atticus Avitus Balbus Barbatus Bassus Bibulus Brutus Caecus Caesar Calvus Capito Carbo Catulus Celer Celsus Cotta Crassus Cursor Dento Dives Faber Falco Felix Figulus Flaccus Florus Fronto Fuscus Galba Gallus Geminus Glabrio Gracchus Lentulus Lepidus Longus Macer Magnus Maximus Merula Naso Nepos Nerva Niger Paetus Pansa Paulus Pius Plautus Pulcher Regulus Rufus Scaevola Scipio Seneca Severus Strabo Tacitus Ørsted".split(" ")
private val KIND_PERMILLE = listOf(475, 80, 70, 30, 70, 40, 80, 60, 40, 30, 5, 10, 5, 5)
private val KIND_SPACES = listOf(1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 1, 0, 1, 1)
private val KIND_WORDS = listOf(
  "et in est non ut ad cum quod qui sed si ex quae per hoc nec enim atque de aut esse ab autem quam eius ea sunt id etiam tamen nam se me te nihil omnia res quoque quidem rei modo ante inter post sine pro quid ita iam nunc tum vero ipse ille haec illa eum eo suis sibi nos vos mihi tibi nobis vita homo deus animus corpus tempus locus bellum pax urbs populus senatus consul miles hostis castra legio flumen mons silva campus mare terra caelum sol luna stella nox dies annus mensis hora manus caput oculus vox verbum liber littera carmen ars natura ratio virtus gloria honor amor odium spes metus ira dolor gaudium fortuna fatum mors via domus porta murus templum forum ager arbor flos fructus panis aqua vinum ignis ventus nubes imber nix avis canis equus leo lupus piscis bonus malus magnus parvus longus brevis altus novus vetus primus ultimus omnis nullus alius alter solus totus unus duo tres multi pauci plures facere dicere videre venire ire dare habere tenere capere mittere ponere ducere agere legere scribere audire credere putare scire nescire velle posse debere iubere vincere fugere manere stare sedere iacere vivere mori nasci amare timere sperare laudare rogare narrare quaerere invenire cognoscere intellegere memoria sapientia philosophia consuetudo magistratus imperator exercitus",
  "и в не на я быть он с что а по это она этот к но они мы весь который из у то за свой год от так о для ты же все тот мочь вы человек такой его сказать только или ещё бы себя один как уже до время если сам когда другой вот говорить наш мой знать стать при чтобы дело жизнь кто первый очень два день её новый рука даже во раз где там под можно ну какой после их работа без самый потом надо хотеть слово идти большой должен место иметь ничто книга город вода земля солнце москва Київ Україна здравствуйте їжак ґанок ўсё српски Љубљана достопримечательность электрификация",
  "في من على أن إلى هذا التي الذي ما مع لا كان عن هو كل بعد بين ذلك 2024 قد لم أو وقد حتى عند يوم هذه أي ثم إذا 15 العمل الناس المدينة كتاب بيت ماء شمس قمر ليل نهار صباح مساء سلام مرحبا شكرا 7:30 جديد كبير صغير طويل جميل أول آخر قال ذهب جاء رأى يعرف يكتب يقرأ ٢٠٢٥ 50% ٣٫١٤ +20 العربية السلام عليكم م\u064Fح\u064Eم\u064E\u0651د الل\u064F\u0651غ\u064Eة لله إله ت\u064Eر\u0652ج\u064Eم\u064Eة الاستقلالية المستشفيات",
  "של את על לא הוא זה עם כל היא אני כי יש אם או גם מה אבל היה אל רק כמו 2024 עוד בין אחד שנה יום בית ספר מים שמש ירח לילה בוקר ערב שלום תודה 18 חדש גדול קטן ארוך יפה ראשון אחרון אמר הלך בא ראה יודע כותב קורא 7:30 3.14 50% ירושלים תל־אביב ש\u05B8\u05C1לו\u05B9ם ע\u05B4ב\u05B0ר\u05B4ית צה״ל התפתחות אוניברסיטאות",
  "क\u0947 ह\u0948 म\u0947\u0902 की स\u0947 को और का यह ह\u0948\u0902 पर भी एक नही\u0902 कर न\u0947 था हो तो जो वह ही इस लिए कि गया कहा साथ दिन घर पानी स\u0942रज चा\u0901द रात स\u0941बह शाम नमस\u094Dत\u0947 धन\u094Dयवाद नया बड\u093Cा छोटा ल\u0902बा स\u0941\u0902दर पहला आखिरी किताब शहर काम लोग समय जीवन हिन\u094Dदी भारत क\u094Dषत\u094Dरिय ज\u094Dञान श\u094Dरी प\u094Dरार\u094Dथना विद\u094Dयार\u094Dथी स\u094Dवत\u0902त\u094Dरता २०२४ १५ मराठी ॐ राष\u094Dट\u094Dरीय",
  "ท\u0E35\u0E48 การ และ เป\u0E47น ใน ของ ไม\u0E48 ม\u0E35 ได\u0E49 ให\u0E49 ว\u0E48า จะ ไป มา ก\u0E31บ คน น\u0E35\u0E49 แต\u0E48 หร\u0E37อ จาก โดย ว\u0E31น บ\u0E49าน น\u0E49ำ พระอาท\u0E34ตย\u0E4C พระจ\u0E31นทร\u0E4C กลางค\u0E37น เช\u0E49า เย\u0E47น สว\u0E31สด\u0E35 ขอบค\u0E38ณ ใหม\u0E48 ใหญ\u0E48 เล\u0E47ก ยาว สวย แรก ส\u0E38ดท\u0E49าย หน\u0E31งส\u0E37อ เม\u0E37อง งาน เวลา ช\u0E35ว\u0E34ต ภาษาไทย กร\u0E38งเทพฯ ผ\u0E39\u0E49ใหญ\u0E48 ต\u0E31\u0E49งแต\u0E48 ๒๕๖๗ ก\u0E47 ป\u0E35\u0E4Aบ กำล\u0E31ง",
  "的 一 是 在 不 了 有 和 人 这 中 大 为 上 个 国 我们 以 要 他 时 来 用 生 到 作 地 于 出 就 分 对 成 会 可以 主 发 年 动 同 工 也 能 下 过 子 说 产 种 面 而 方 后 多 学 今天 明天 中文 世界 时间 生活 城市 朋友 新年 快乐 谢谢 你好 图书馆 太阳 月亮 春天 北京 上海 2024年 繁體 臺灣 𠮷 龍",
  "の に は を た が で て と し れ さ ある いる も する から な こと として い や など なっ ない この ため その あっ よう また もの という あり まで られ なる へ か だ これ によって により おり による なり において 日本語 東京 新着 一覧 時間 生活 友達 ありがとう こんにちは コンピューター インターネット ﾊﾝｶｸ ｶﾅ は\u3099 か\u3099 々 2024年 令和6年 食べる 書き込み ラーメン",
  "이 있다 하다 그 수 것 나 들 그리고 않다 사람 우리 그녀 아니다 보다 등 같다 주다 대하다 가다 년 한 말 일 때 위하다 때문 그것 두 말하다 알다 그러나 받다 못하다 그런 또 문제 사회 많다 오다 안녕하세요 감사합니다 새로운 목록 한국어 서울 시간 생활 친구 책 물 해 달 밤 아침 저녁 2024년 ᄒ\u1161\u11ABᄀ\u1173\u11AF 뷁 대한민국",
  "😀 😂 🥰 😎 🤔 😭 🙃 🎉 🔥 ✨ 👍 👍\uD83C\uDFFD ❤\uFE0F 👋\uD83C\uDFFF ✌\uD83C\uDFFB 💯 😴 ☀\uFE0F ☕ ⚽ ✈\uFE0F 🤝 👩\u200D💻 👨\uD83C\uDFFE\u200D🚀 👩\uD83C\uDFFB\u200D🔬 👨\u200D👩\u200D👧\u200D👦 👩\u200D❤\uFE0F\u200D👨 👩\uD83C\uDFFD\u200D🤝\u200D👩\uD83C\uDFFB 🏳\uFE0F\u200D🌈 🏴\u200D☠\uFE0F 🏴\uDB40\uDC67\uDB40\uDC62\uDB40\uDC65\uDB40\uDC6E\uDB40\uDC67\uDB40\uDC7F 🇫🇷 🇯🇵 🇧🇷 🇺🇳 🇪🇺 1\uFE0F\u20E3 0\uFE0F\u20E3 #\uFE0F\u20E3 *\uFE0F\u20E3 🐱 🦄 🌍 🌈 🍕 🍣 🚀 🏝\uFE0F ⏰ 🕰\uFE0F 🧡 🦽 🧏\uD83C\uDFFC",
  "e\u0300t\u030B\u0318\u0325\u0332 i\u0305\u0312\u031F\u032Cn\u0310\u031D\u032A e\u030A\u0317\u0324s\u0315\u0322t\u0320 n\u030F\u031Co\u031An\u0325\u0332\u033F\u034C u\u0314t\u031F\u032C\u0339\u0346 a\u0319\u0326\u0333\u0340d\u0324\u0331\u033E c\u031E\u032B\u0338u\u0329\u0336m\u0334 q\u0323\u0330u\u032Eo\u0339\u0346\u0304\u0311d\u0344\u0302\u030F q\u0328u\u0333\u0340\u034D\u030Bi\u033E\u034B\u0309 s\u032D\u033A\u0347\u0305e\u0338\u0345\u0303d\u0343\u0301 s\u0332\u033F\u034Ci\u033D\u034A e\u0337\u0344x\u0342 p\u033Ce\u0347\u0305\u0312\u031Fr\u0303\u0310\u031D h\u0341\u034E\u030C\u0319o\u034C\u030A\u0317c\u0308\u0315 n\u0346\u0304\u0311e\u0302\u030Fc\u030D e\u034B\u0309n\u0307i\u0312\u031F\u032C\u0339m\u031D\u032A\u0337 a\u0301u\u030C\u0319\u0326\u0333t\u0317\u0324\u0331 e\u0306\u0313\u0320\u032Ds\u0311\u031E\u032Bs\u031C\u0329e\u0327 a\u030B\u0318\u0325b\u0316\u0323 e\u0310\u031Di\u031Bu\u0326\u0333\u0340\u034Ds\u0331\u033E\u034B e\u0315a\u0320\u032D\u033A\u0347 s\u031A\u0327\u0334\u0341u\u0325\u0332\u033Fn\u0330\u033Dt\u033B i\u031F\u032C\u0339d\u032A\u0337 s\u0324\u0331e\u032F m\u0329e\u0334\u0341\u034E\u030C t\u032E\u033B\u0348\u0306e\u0339\u0346\u0304 n\u0333\u0340\u034Di\u033E\u034Bh\u0349i\u0305\u0312\u031F\u032Cl\u0310\u031D\u032A a\u0338\u0345n\u0343t\u034E\u030C\u0319\u0326e\u030A\u0317\u0324 i\u033Dn\u0348\u0306\u0313\u0320t\u0304\u0311\u031Ee\u030F\u031Cr\u031A p\u0342\u0300\u030D\u031Ao\u034D\u030B\u0318s\u0309\u0316t\u0314 s\u0347\u0305\u0312i\u0303\u0310n\u030Ee\u0319\u0326\u0333\u0340 p\u034C\u030Ar\u0308o\u0313\u0320\u032D\u033A v\u0302i\u030D\u031A\u0327\u0334t\u0318\u0325\u0332a\u0323\u0330 d\u0307\u0314\u0321\u032Ee\u0312\u031F\u032Cu\u031D\u032As\u0328 n\u030C\u0319\u0326o\u0317\u0324x\u0322 l\u0311\u031Eu\u031Cx\u0327\u0334\u0341\u034E",
  "https://example.org/ www.example.com/a/ user@example.org ?id= &utm_source= %E2%9C%93 aaaaaaaaaaaaaaaa 0x7fffffffffffffff #fragment =42 .tar.gz ABCDEF0123456789 Donaudampfschifffahrtsgesellschaftskapitän Rindfleischetikettierungsüberwachung pneumonoultramicroscopicsilicovolcanoconiosis Llanfairpwllgwyngyll snake_case_name CamelCaseIdentifier WWWWWWWW iiiiiiii 404 /path/to/ antidisestablishmentarianism",
  "im\u00ADpe\u00ADra\u00ADtor con\u00ADsue\u00ADtu\u00ADdo 10\u00A0km §\u00A07 et in est 1\u202F000\u202F000 a\u200Bb non ut ad zero\u200Bwidth\u200Bspace sine\u2060vinculo non\u2011breaking cum quod semi\u200Cjoin S.\u00A0P.\u00A0Q.\u00A0R. ma\u00ADgis\u00ADtra\u00ADtus in\uFEFFvisible phi\u00ADlo\u00ADso\u00ADphia",
  "\u2067שלום\u2069 \u2066abc\u2069 et \u2068مرحبا\u2069 \u202Bעברית\u202C \u202Alatin\u202C in \u202Etxet\u202C \u200F! \u200Eok \u061C123 שלום\u200F! (שלום) C++\u200E abc ٤٢ file\u202Egpj.exe \u202C \u2068\u2066a\u2069ב\u2069 من 100% על"
)
private val KIND_MIXED = listOf(
  "café naïve garçon señor über straße smørrebrød žluťoučký łódź þórr e\u0301tude İstanbul ǆ ﬁnis №7 €20 ½ “ita” — привет λόγος ψυχή שלום مرحبا नमन ไทย 日本語 中文 한국어 목록 🎉 👍\uD83C\uDFFD 🔥 ❤\uFE0F 🇫🇷 1\uFE0F\u20E3 🙃 2024 3.14",
  "2024 15 7:30 50% +20 3.14 1,000 1990 12/31 100 iPhone GPS Wi\u2011Fi COVID19 USB OK @user #tag 👍\uD83C\uDFFD ❤\uFE0F 🎉 №7 €20 ½ café naïve garçon señor über straße smørrebrød žluťoučký łódź þórr e\u0301tude İstanbul ǆ ﬁnis №7 €20 ½ “ita” — привет λόγος ψυχή שלום مرحبا नमन ไทย 日本語 中文 한국어 목록 🎉 👍\uD83C\uDFFD 🔥 ❤\uFE0F 🇫🇷 1\uFE0F\u20E3 🙃 2024 3.14",
  "2024 15 7:30 50% +20 3.14 1,000 1990 12/31 100 iPhone GPS Wi\u2011Fi COVID19 USB OK @user #tag 👍\uD83C\uDFFD ❤\uFE0F 🎉 №7 €20 ½",
  "2024 15 7:30 50% +20 3.14 1,000 1990 12/31 100 iPhone GPS Wi\u2011Fi COVID19 USB OK @user #tag 👍\uD83C\uDFFD ❤\uFE0F 🎉 №7 €20 ½",
  "2024 15 7:30 50% +20 3.14 1,000 1990 12/31 100 iPhone GPS Wi\u2011Fi COVID19 USB OK @user #tag 👍\uD83C\uDFFD ❤\uFE0F 🎉 №7 €20 ½ café naïve garçon señor über straße smørrebrød žluťoučký łódź þórr e\u0301tude İstanbul ǆ ﬁnis №7 €20 ½ “ita” — привет λόγος ψυχή שלום مرحبا नमन ไทย 日本語 中文 한국어 목록 🎉 👍\uD83C\uDFFD 🔥 ❤\uFE0F 🇫🇷 1\uFE0F\u20E3 🙃 2024 3.14",
  "2024 15 7:30 50% 3.14 100 iPhone GPS USB OK SNS AI 👍\uD83C\uDFFD ❤\uFE0F 🎉 🔥 @user #tag",
  "2024 15 7:30 50% 3.14 100 iPhone GPS USB OK SNS AI 👍\uD83C\uDFFD ❤\uFE0F 🎉 🔥 @user #tag",
  "2024 15 7:30 50% 3.14 100 iPhone GPS USB OK SNS AI 👍\uD83C\uDFFD ❤\uFE0F 🎉 🔥 @user #tag",
  "2024 15 7:30 50% +20 3.14 1,000 1990 12/31 100 iPhone GPS Wi\u2011Fi COVID19 USB OK @user #tag 👍\uD83C\uDFFD ❤\uFE0F 🎉 №7 €20 ½ café naïve garçon señor über straße smørrebrød žluťoučký łódź þórr e\u0301tude İstanbul ǆ ﬁnis №7 €20 ½ “ita” — привет λόγος ψυχή שלום مرحبا नमन ไทย 日本語 中文 한국어 목록 🎉 👍\uD83C\uDFFD 🔥 ❤\uFE0F 🇫🇷 1\uFE0F\u20E3 🙃 2024 3.14",
  "et in est non ut ad cum quod qui sed si ex per hoc nec enim aut esse ab eius ea sunt id se me te nihil ante inter post sine pro vita deus nox lux",
  "café naïve garçon señor über straße smørrebrød žluťoučký łódź þórr e\u0301tude İstanbul ǆ ﬁnis №7 €20 ½ “ita” — привет λόγος ψυχή שלום مرحبا नमन ไทย 日本語 中文 한국어 목록 🎉 👍\uD83C\uDFFD 🔥 ❤\uFE0F 🇫🇷 1\uFE0F\u20E3 🙃 2024 3.14",
  "et in est non ut ad cum quod qui sed si ex per hoc nec enim aut esse ab eius ea sunt id se me te nihil ante inter post sine pro vita deus nox lux",
  "café naïve garçon señor über straße smørrebrød žluťoučký łódź þórr e\u0301tude İstanbul ǆ ﬁnis №7 €20 ½ “ita” — привет λόγος ψυχή שלום مرحبا नमन ไทย 日本語 中文 한국어 목록 🎉 👍\uD83C\uDFFD 🔥 ❤\uFE0F 🇫🇷 1\uFE0F\u20E3 🙃 2024 3.14",
  "2024 15 7:30 50% +20 3.14 1,000 1990 12/31 100 iPhone GPS Wi\u2011Fi COVID19 USB OK @user #tag 👍\uD83C\uDFFD ❤\uFE0F 🎉 №7 €20 ½"
)
private val KIND_ENDINGS = listOf(
  ".|?|!|…|.\n| \"sic\".",
  ".|?|!|…|.\n| «да».",
  ".|؟|!|،|.\n| \"نعم\".",
  ".|?|!|…|.\n| \"כן\".",
  "।|?|!|…|।\n| \"हा\u0901\"।",
  " |? |! |ๆ |\n| \"คร\u0E31บ\" ",
  "。|？|！|，|。\n|“好”。",
  "。|？|！|、|。\n|「はい」。",
  ".|?|!|…|.\n| \"sic\".",
  " |? |! |… |\n| \"ok\" ",
  ".|?|!|…|.\n| \"sic\".",
  ".|?|&|=|/|_",
  ".|?|!|…|.\n| \"sic\".",
  ".|?|!|…|.\n| \"sic\"."
)

/** Inserts are born from this number on, items of the snapshot from 0 in slot order. */
const val FIRST_INSERT = 1L shl 62
private const val MASK63 = Long.MAX_VALUE
private const val BASE83 =
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#\$%*+,-.:;=?@[]^_{|}~"

private fun mix(word: Long): Long {
  var mixed = word
  mixed = (mixed xor (mixed ushr 30)) * -0x40A7B892E31B1A47L
  mixed = (mixed xor (mixed ushr 27)) * -0x6B2FB644ECCEEE15L
  return mixed xor (mixed ushr 31)
}

private fun word(key: Long, index: Long): Long = mix(key + index * -0x61C8864680B583EBL)

/** The high half of the product of 64 bits and a bound of at most 31. */
private fun bounded(drawn: Long, bound: Int): Int {
  val low = (drawn and 0xFFFFFFFFL) * bound
  return (((drawn ushr 32) * bound + (low ushr 32)) ushr 32).toInt()
}

private fun scaled(drawn: Long, bound: Int): Int = ((drawn and 0xFFFFL) * bound ushr 16).toInt()

/** Some low bits of a drawn word, from a bit on. */
private fun bits(drawn: Long, from: Int, count: Int): Int =
  ((drawn ushr from) and ((1L shl count) - 1)).toInt()

private fun contains(ranges: List<Int>, scalar: Int): Boolean {
  for (i in 0 until ranges.size step 2) {
    if (scalar <= ranges[i + 1]) return scalar >= ranges[i]
  }
  return false
}

/** How many cells of a line a paragraph takes. */
private fun cells(text: String): Int {
  var count = 0
  var previous = 0
  for (scalar in text.codePoints().toArray()) {
    if (previous != 0x200D && !contains(ZERO_CELLS, scalar)) {
      count += if (contains(TWO_CELLS, scalar)) 2 else 1
    }
    previous = scalar
  }
  return count
}

private fun lines(text: String, cellsPerLine: Int): Int =
  text.split("\n").map { maxOf(1, (cells(it) + cellsPerLine - 1) / cellsPerLine) }.sum()

private fun escaped(text: String): String = text.replace("\n", "\\n").replace("\"", "\\\"")

/** A text and how many bytes it has in JSON. */
private class Piece(val text: String) {
  val size = escaped(text).toByteArray(Charsets.UTF_8).size
}

private fun capitalised(text: String): String = when (val first = text.codePointAt(0)) {
  in 0x61..0x7A, in 0x430..0x44F -> (first - 32).toChar() + text.substring(1)
  in 0x450..0x45F -> (first - 80).toChar() + text.substring(1)
  else -> text
}

/** 512 choices: frequent words stand more often, the last 32 are mixed in. */
private fun drawnWords(words: List<String>, mixed: List<String>): List<String> {
  val weights = words.indices.map { 65536 / (it + 8) }
  val choices = ArrayList<String>()
  var passed = 0
  for ((i, text) in words.withIndex()) {
    passed += weights[i]
    while (choices.size < passed * 480 / weights.sum()) choices.add(text)
  }
  while (choices.size < 512) choices.add(mixed[(choices.size - 480) % mixed.size])
  return choices
}

private class Kind(number: Int) {
  val space = KIND_SPACES[number]
  private val behind = " ".repeat(space)
  private val drawn = drawnWords(KIND_WORDS[number].split(" "), KIND_MIXED[number].split(" "))
  private val ends = KIND_ENDINGS[number].split("|")
  val words = drawn.map { Piece(it + behind) }
  val capitals = drawn.map { Piece(capitalised(it) + behind) }
  val endings = listOf(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 5).map {
    Piece(ends[it] + (if (it == 4) "" else behind))
  }
}

private val KINDS = KIND_WORDS.indices.map { Kind(it) }
private val KIND_OF_THOUSAND = KIND_PERMILLE.withIndex().flatMap { (n, permille) ->
  List(permille) { n }
}

/** Bit i of a pattern: slot i of eight has the key of slot i - 1. */
private val PATTERNS: List<Int> = run {
  val lengths = listOf(2, 2, 3, 2, 4, 2, 3, 5, 2, 2, 3, 6, 2, 4, 2, 8)
  var rest = 512 * (TIE_PERMILLE - LONG_TIE_PERMILLE) / maxOf(1, 1000 - LONG_TIE_PERMILLE)
  val patterns = MutableList(64) { 0 }
  for (index in 0 until 64) {
    if (rest < 2) break
    val length = minOf(lengths[index % 16], rest)
    patterns[index * 37 % 64] = ((1 shl (length - 1)) - 1) shl (index * 3 % (9 - length) + 1)
    rest -= length
  }
  patterns
}

/** A list of some items made from a seed, newest first. */
class Timeline(seed: Long, private val items: Long) {
  private val root = RECIPE.toByteArray().fold(mix(seed - 0x61C8864680B583EBL)) { hash, byte ->
    mix(hash xor byte.toLong())
  }
  private val keys = STREAM_NAMES.zip(STREAM_NUMBERS.map { word(root, it.toLong()) }).toMap()
  private val before = word(key("identity"), 1) and MASK63
  private val after = word(key("identity"), 2) and MASK63

  private fun key(name: String): Long = keys.getValue(name)

  /** The snapshot's row at a rank, without a line end. */
  fun item(rank: Long): String {
    val (birth, sortKey) = entry(rank)
    return row(birth, 1, sortKey, 1)
  }

  /** The birth number and the sort key of the snapshot's item at a rank. */
  fun entry(rank: Long): Pair<Long, Long> {
    val run = tied(rank)
    val births = run.sortedByDescending { id(it) }
    val jitter = bounded(word(key("itemClock"), run.first), ITEM_GAP)
    return Pair(births[(rank - run.first).toInt()], START - (run.first + 1) * ITEM_GAP + jitter)
  }

  /** The slots whose keys are equal to that of a slot. */
  private fun tied(slot: Long): LongRange {
    val drawn = word(key("ties"), slot shr 6)
    if (bits(drawn, 48, 16) < LONG_TIE_PERMILLE * 65536 / 1000) {
      return (slot and 63L.inv())..minOf(slot or 63, items - 1)
    }
    val pattern = PATTERNS[bits(drawn, (slot shr 3 and 7).toInt() * 6, 6)]
    var start = slot
    var end = slot + 1
    while (pattern shr (start and 7).toInt() and 1 == 1) start -= 1
    while (end and 7 != 0L && pattern shr (end and 7).toInt() and 1 == 1) end += 1
    return start..minOf(end, items) - 1
  }

  fun id(birth: Long): Long {
    var value = birth xor before
    value = (value xor (value ushr 32)) * 0x1C69B3F74AC4AE35L and MASK63
    value = (value xor (value ushr 32)) * 0x5851F42D4C957F2DL and MASK63
    return value xor (value ushr 32) xor after
  }

  private fun parent(birth: Long): String {
    val drawn = word(key("parent"), birth)
    if (bounded(drawn, 1000) >= REPLY_PERMILLE) return "null"
    val distance = 1L + (bits(drawn, 0, 10) shr bits(drawn, 10, 3))
    val number = birth - FIRST_INSERT
    return when {
      number < 0 -> "\"${id(birth + distance)}\""
      number >= distance -> "\"${id(birth - distance)}\""
      else -> "\"${id(distance - number - 1)}\""
    }
  }

  private fun title(kind: Kind, birth: Long, edition: Int): String {
    val stream = word(key("title"), birth) + mix(edition.toLong())
    var drawn = word(stream, 0)
    val count = TITLE_LEAST + scaled(drawn, TITLE_CHOICES)
    val text = StringBuilder(kind.capitals[bits(drawn, 16, 9)].text)
    drawn = drawn ushr 25
    var left = 4
    for (index in 1 until count) {
      if (left == 0) {
        drawn = word(stream, index.toLong())
        left = 7
      }
      text.append(kind.words[bits(drawn, 0, 9)].text)
      drawn = drawn ushr 9
      left -= 1
    }
    return text.dropLast(kind.space).toString()
  }

  private fun body(kind: Kind, birth: Long, edition: Int): String {
    val stream = word(key("body"), birth) + mix(edition.toLong())
    var index = 0L
    var drawn = word(stream, index++)
    val target = BODY_BYTES[bits(drawn, 0, 6)]
    drawn = drawn ushr 6
    val text = StringBuilder()
    var size = 0
    while (size < target) {
      val ending = kind.endings[bits(drawn, 3, 4)]
      val first = kind.capitals[bits(drawn, 7, 9)]
      text.append(first.text)
      size += first.size
      var inSentence = 2 + bits(drawn, 0, 3)
      drawn = drawn ushr 16
      var left = 4
      while (inSentence > 0 && size < target) {
        if (left == 0) {
          drawn = word(stream, index++)
          left = 7
        }
        val chosen = kind.words[bits(drawn, 0, 9)]
        text.append(chosen.text)
        size += chosen.size
        drawn = drawn ushr 9
        left -= 1
        inSentence -= 1
      }
      text.setLength(text.length - kind.space)
      text.append(ending.text)
      size += ending.size - kind.space
      drawn = word(stream, index++)
    }
    return if (text.last() == ' ' || text.last() == '\n') text.dropLast(1).toString() else "$text"
  }

  /** The image's JSON and its heights at both widths; null and zeros in most rows. */
  private fun image(birth: Long): Pair<String, List<Int>> {
    val drawn = word(key("image"), birth)
    if (bounded(drawn, 1000) >= IMAGE_PERMILLE) return Pair("null", listOf(0, 0))
    val (width, height) = IMAGE_SIZES.drop(2 * bits(drawn, 0, 4))
    val color = bits(drawn, 8, 24)
    val pairs = mutableListOf(21 * 83 + bounded(drawn shl 32, 83), color / 6889, color % 6889)
    for ((group, count) in listOf(4, 4, 3).withIndex()) {
      val parts = word(drawn, group.toLong())
      for (i in 0 until count) pairs.add(scaled(parts ushr (16 * i), 6859))
    }
    val blur = pairs.joinToString("") { "${BASE83[it / 83]}${BASE83[it % 83]}" }
    val hex = color.toString(16).padStart(6, '0')
    return Pair(
      "{\"width\":$width,\"height\":$height,\"color\":\"#$hex\",\"blurHash\":\"$blur\"}",
      listOf(343, 640).map { minOf(480 * 64, it * 64 * height / width) })
  }

  /**
   * Any row. The edition counts how often the content was written, from 1; a move raises the
   * version alone.
   */
  fun row(birth: Long, edition: Int, sortKey: Long, version: Int): String {
    var drawn = word(key("author"), birth)
    val own = bounded(drawn shl 32, 1000) < OWN_PERMILLE
    val number = minOf(scaled(drawn ushr 32, AUTHORS), scaled(drawn ushr 48, AUTHORS))
    val name = word(key("author").inv(), if (own) 0L else number + 1L)
    val author = "${FIRST_NAMES[bits(name, 0, 6)]} ${LAST_NAMES[bits(name, 6, 6)]}"
    val drawnStatus = bounded(word(key("status"), birth), STATUSES.size - 1)
    val status = if (edition > 1) STATUSES.last() else STATUSES[drawnStatus]
    val kind = KINDS[KIND_OF_THOUSAND[bounded(word(key("textKind"), birth), 1000)]]
    val title = title(kind, birth, edition)
    val body = body(kind, birth, edition)
    drawn = word(key("counts"), birth)
    val replies = (bits(drawn, 0, 12) shr (4 + bits(drawn, 12, 3))) + edition - 1
    val shift = 4 + bits(drawn, 32, 3) + bits(drawn, 35, 2)
    val reactions = (bits(drawn, 16, 16) shr shift) + 3 * (edition - 1)
    val (image, imageHeights) = image(birth)
    val (compact, regular) = listOf(40, 84).mapIndexed { i, width ->
      (48 + 20 * (lines(title, width) + lines(body, width))) * 64 + imageHeights[i]
    }
    val error = bounded(word(key("estimate"), birth), 2 * ESTIMATE_ERROR + 1)
    val estimate = compact * (100 - ESTIMATE_ERROR + error) / 100
    return "{\"id\":\"${id(birth)}\",\"key\":$sortKey,\"version\":$version," +
      "\"author\":\"$author\",\"own\":$own,\"status\":\"$status\",\"hidden\":false," +
      "\"parent\":${parent(birth)},\"title\":\"${escaped(title)}\"," +
      "\"body\":\"${escaped(body)}\"," +
      "\"counts\":{\"replies\":$replies,\"reactions\":$reactions},\"image\":$image," +
      "\"heights\":{\"compact\":$compact,\"regular\":$regular},\"estimate\":$estimate}"
  }
}
