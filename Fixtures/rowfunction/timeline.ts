// The row function of Longlist's `timeline`: any row from its number, in integers alone.
// Made by `fixtures rowfunction --language typescript`; tests compare it with the generator.

const DATASET_VERSION = 2;
const RECIPE = "timeline";
const START = 1735689600000000n;
const ITEM_GAP = 250000;
const TIE_PERMILLE = 180;
const LONG_TIE_PERMILLE = 4;
const IMAGE_PERMILLE = 300;
const OWN_PERMILLE = 20;
const REPLY_PERMILLE = 250;
const AUTHORS = 20000;
const TITLE_LEAST = 2;
const TITLE_CHOICES = 8;
const ESTIMATE_ERROR = 25;
const STATUSES = "published published pinned edited".split(" ");
const STREAM_NAMES = "identity ties itemClock author title body counts image parent status estimate textKind".split(" ");
const STREAM_NUMBERS = [1, 2, 3, 12, 13, 14, 15, 16, 17, 18, 19, 64];
const BODY_BYTES = [
  8, 12, 15, 18, 20, 22, 24, 26, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 40, 42, 44, 46, 48,
  50, 52, 54, 56, 58, 60, 61, 62, 64, 66, 69, 72, 75, 78, 81, 84, 88, 92, 96, 100, 104, 108, 112,
  116, 120, 125, 130, 135, 140, 146, 152, 160, 168, 176, 184, 190, 210, 240, 280, 900
];
const IMAGE_SIZES = [
  1080, 1350, 1080, 1080, 1920, 1080, 1600, 1200, 1200, 1600, 1280, 720, 720, 1280, 2048, 1365,
  4032, 3024, 3024, 4032, 1080, 1350, 1080, 1080, 1920, 1080, 8000, 1000, 1170, 7020, 96, 96
];
const ZERO_CELLS = [
  173, 173, 768, 879, 1155, 1161, 1425, 1469, 1471, 1471, 1473, 1474, 1476, 1477, 1479, 1479,
  1552, 1562, 1564, 1564, 1611, 1631, 1648, 1648, 1750, 1757, 2304, 2306, 2362, 2362, 2364, 2364,
  2369, 2376, 2381, 2381, 2385, 2391, 2402, 2403, 3633, 3633, 3636, 3642, 3655, 3662, 4448, 4607,
  6832, 6911, 7616, 7679, 8203, 8207, 8234, 8238, 8288, 8303, 8400, 8432, 12330, 12335, 12441,
  12442, 65024, 65039, 65056, 65071, 65279, 65279, 127995, 127999, 917504, 921599
];
const TWO_CELLS = [
  4352, 4447, 11904, 12350, 12353, 19903, 19968, 42191, 43360, 43391, 44032, 55203, 63744, 64255,
  65072, 65135, 65281, 65376, 65504, 65510, 127744, 129791, 131072, 262141
];
const FIRST_NAMES = "Aelia Aemilia Agrippa Albina Antonia Appius Aulus Aurelia Balbina Caelia Calpurnia Camilla Cassia Cato Cicero Claudia Clelia Cornelia Crispus Decimus Domitia Drusilla Fabia Fausta Flavia Fulvia Gaius Galla Gnaeus Helvia Horatia Hortensia Iulia Iunia Laelia Lavinia Livia Lucius Lucretia Manius Marcella Marcus Octavia Ovidia Paula Petronia Plinius Pompeia Porcia Priscilla Publius Quintus Rufina Sabina Servius Sextus Silvia Titus Tullia Valeria Varro Vibia Zoë Éléonore".split(" ");
const LAST_NAMES = "Agricola Ahala Albinus Aquila Asina Atticus Avitus Balbus Barbatus Bassus Bibulus Brutus Caecus Caesar Calvus Capito Carbo Catulus Celer Celsus Cotta Crassus Cursor Dento Dives Faber Falco Felix Figulus Flaccus Florus Fronto Fuscus Galba Gallus Geminus Glabrio Gracchus Lentulus Lepidus Longus Macer Magnus Maximus Merula Naso Nepos Nerva Niger Paetus Pansa Paulus Pius Plautus Pulcher Regulus Rufus Scaevola Scipio Seneca Severus Strabo Tacitus Ørsted".split(" ");
const KIND_PERMILLE = [475, 80, 70, 30, 70, 40, 80, 60, 40, 30, 5, 10, 5, 5];
const KIND_SPACES = [1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 1, 0, 1, 1];
const KIND_WORDS = [
  "et in est non ut ad cum quod qui sed si ex quae per hoc nec enim atque de aut esse ab autem quam eius ea sunt id etiam tamen nam se me te nihil omnia res quoque quidem rei modo ante inter post sine pro quid ita iam nunc tum vero ipse ille haec illa eum eo suis sibi nos vos mihi tibi nobis vita homo deus animus corpus tempus locus bellum pax urbs populus senatus consul miles hostis castra legio flumen mons silva campus mare terra caelum sol luna stella nox dies annus mensis hora manus caput oculus vox verbum liber littera carmen ars natura ratio virtus gloria honor amor odium spes metus ira dolor gaudium fortuna fatum mors via domus porta murus templum forum ager arbor flos fructus panis aqua vinum ignis ventus nubes imber nix avis canis equus leo lupus piscis bonus malus magnus parvus longus brevis altus novus vetus primus ultimus omnis nullus alius alter solus totus unus duo tres multi pauci plures facere dicere videre venire ire dare habere tenere capere mittere ponere ducere agere legere scribere audire credere putare scire nescire velle posse debere iubere vincere fugere manere stare sedere iacere vivere mori nasci amare timere sperare laudare rogare narrare quaerere invenire cognoscere intellegere memoria sapientia philosophia consuetudo magistratus imperator exercitus",
  "и в не на я быть он с что а по это она этот к но они мы весь который из у то за свой год от так о для ты же все тот мочь вы человек такой его сказать только или ещё бы себя один как уже до время если сам когда другой вот говорить наш мой знать стать при чтобы дело жизнь кто первый очень два день её новый рука даже во раз где там под можно ну какой после их работа без самый потом надо хотеть слово идти большой должен место иметь ничто книга город вода земля солнце москва Київ Україна здравствуйте їжак ґанок ўсё српски Љубљана достопримечательность электрификация",
  "في من على أن إلى هذا التي الذي ما مع لا كان عن هو كل بعد بين ذلك 2024 قد لم أو وقد حتى عند يوم هذه أي ثم إذا 15 العمل الناس المدينة كتاب بيت ماء شمس قمر ليل نهار صباح مساء سلام مرحبا شكرا 7:30 جديد كبير صغير طويل جميل أول آخر قال ذهب جاء رأى يعرف يكتب يقرأ ٢٠٢٥ 50% ٣٫١٤ +20 العربية السلام عليكم م\u{64F}ح\u{64E}م\u{64E}\u{651}د الل\u{64F}\u{651}غ\u{64E}ة لله إله ت\u{64E}ر\u{652}ج\u{64E}م\u{64E}ة الاستقلالية المستشفيات",
  "של את על לא הוא זה עם כל היא אני כי יש אם או גם מה אבל היה אל רק כמו 2024 עוד בין אחד שנה יום בית ספר מים שמש ירח לילה בוקר ערב שלום תודה 18 חדש גדול קטן ארוך יפה ראשון אחרון אמר הלך בא ראה יודע כותב קורא 7:30 3.14 50% ירושלים תל־אביב ש\u{5B8}\u{5C1}לו\u{5B9}ם ע\u{5B4}ב\u{5B0}ר\u{5B4}ית צה״ל התפתחות אוניברסיטאות",
  "क\u{947} ह\u{948} म\u{947}\u{902} की स\u{947} को और का यह ह\u{948}\u{902} पर भी एक नही\u{902} कर न\u{947} था हो तो जो वह ही इस लिए कि गया कहा साथ दिन घर पानी स\u{942}रज चा\u{901}द रात स\u{941}बह शाम नमस\u{94D}त\u{947} धन\u{94D}यवाद नया बड\u{93C}ा छोटा ल\u{902}बा स\u{941}\u{902}दर पहला आखिरी किताब शहर काम लोग समय जीवन हिन\u{94D}दी भारत क\u{94D}षत\u{94D}रिय ज\u{94D}ञान श\u{94D}री प\u{94D}रार\u{94D}थना विद\u{94D}यार\u{94D}थी स\u{94D}वत\u{902}त\u{94D}रता २०२४ १५ मराठी ॐ राष\u{94D}ट\u{94D}रीय",
  "ท\u{E35}\u{E48} การ และ เป\u{E47}น ใน ของ ไม\u{E48} ม\u{E35} ได\u{E49} ให\u{E49} ว\u{E48}า จะ ไป มา ก\u{E31}บ คน น\u{E35}\u{E49} แต\u{E48} หร\u{E37}อ จาก โดย ว\u{E31}น บ\u{E49}าน น\u{E49}ำ พระอาท\u{E34}ตย\u{E4C} พระจ\u{E31}นทร\u{E4C} กลางค\u{E37}น เช\u{E49}า เย\u{E47}น สว\u{E31}สด\u{E35} ขอบค\u{E38}ณ ใหม\u{E48} ใหญ\u{E48} เล\u{E47}ก ยาว สวย แรก ส\u{E38}ดท\u{E49}าย หน\u{E31}งส\u{E37}อ เม\u{E37}อง งาน เวลา ช\u{E35}ว\u{E34}ต ภาษาไทย กร\u{E38}งเทพฯ ผ\u{E39}\u{E49}ใหญ\u{E48} ต\u{E31}\u{E49}งแต\u{E48} ๒๕๖๗ ก\u{E47} ป\u{E35}\u{E4A}บ กำล\u{E31}ง",
  "的 一 是 在 不 了 有 和 人 这 中 大 为 上 个 国 我们 以 要 他 时 来 用 生 到 作 地 于 出 就 分 对 成 会 可以 主 发 年 动 同 工 也 能 下 过 子 说 产 种 面 而 方 后 多 学 今天 明天 中文 世界 时间 生活 城市 朋友 新年 快乐 谢谢 你好 图书馆 太阳 月亮 春天 北京 上海 2024年 繁體 臺灣 𠮷 龍",
  "の に は を た が で て と し れ さ ある いる も する から な こと として い や など なっ ない この ため その あっ よう また もの という あり まで られ なる へ か だ これ によって により おり による なり において 日本語 東京 新着 一覧 時間 生活 友達 ありがとう こんにちは コンピューター インターネット ﾊﾝｶｸ ｶﾅ は\u{3099} か\u{3099} 々 2024年 令和6年 食べる 書き込み ラーメン",
  "이 있다 하다 그 수 것 나 들 그리고 않다 사람 우리 그녀 아니다 보다 등 같다 주다 대하다 가다 년 한 말 일 때 위하다 때문 그것 두 말하다 알다 그러나 받다 못하다 그런 또 문제 사회 많다 오다 안녕하세요 감사합니다 새로운 목록 한국어 서울 시간 생활 친구 책 물 해 달 밤 아침 저녁 2024년 ᄒ\u{1161}\u{11AB}ᄀ\u{1173}\u{11AF} 뷁 대한민국",
  "😀 😂 🥰 😎 🤔 😭 🙃 🎉 🔥 ✨ 👍 👍\u{1F3FD} ❤\u{FE0F} 👋\u{1F3FF} ✌\u{1F3FB} 💯 😴 ☀\u{FE0F} ☕ ⚽ ✈\u{FE0F} 🤝 👩\u{200D}💻 👨\u{1F3FE}\u{200D}🚀 👩\u{1F3FB}\u{200D}🔬 👨\u{200D}👩\u{200D}👧\u{200D}👦 👩\u{200D}❤\u{FE0F}\u{200D}👨 👩\u{1F3FD}\u{200D}🤝\u{200D}👩\u{1F3FB} 🏳\u{FE0F}\u{200D}🌈 🏴\u{200D}☠\u{FE0F} 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 🇫🇷 🇯🇵 🇧🇷 🇺🇳 🇪🇺 1\u{FE0F}\u{20E3} 0\u{FE0F}\u{20E3} #\u{FE0F}\u{20E3} *\u{FE0F}\u{20E3} 🐱 🦄 🌍 🌈 🍕 🍣 🚀 🏝\u{FE0F} ⏰ 🕰\u{FE0F} 🧡 🦽 🧏\u{1F3FC}",
  "e\u{300}t\u{30B}\u{318}\u{325}\u{332} i\u{305}\u{312}\u{31F}\u{32C}n\u{310}\u{31D}\u{32A} e\u{30A}\u{317}\u{324}s\u{315}\u{322}t\u{320} n\u{30F}\u{31C}o\u{31A}n\u{325}\u{332}\u{33F}\u{34C} u\u{314}t\u{31F}\u{32C}\u{339}\u{346} a\u{319}\u{326}\u{333}\u{340}d\u{324}\u{331}\u{33E} c\u{31E}\u{32B}\u{338}u\u{329}\u{336}m\u{334} q\u{323}\u{330}u\u{32E}o\u{339}\u{346}\u{304}\u{311}d\u{344}\u{302}\u{30F} q\u{328}u\u{333}\u{340}\u{34D}\u{30B}i\u{33E}\u{34B}\u{309} s\u{32D}\u{33A}\u{347}\u{305}e\u{338}\u{345}\u{303}d\u{343}\u{301} s\u{332}\u{33F}\u{34C}i\u{33D}\u{34A} e\u{337}\u{344}x\u{342} p\u{33C}e\u{347}\u{305}\u{312}\u{31F}r\u{303}\u{310}\u{31D} h\u{341}\u{34E}\u{30C}\u{319}o\u{34C}\u{30A}\u{317}c\u{308}\u{315} n\u{346}\u{304}\u{311}e\u{302}\u{30F}c\u{30D} e\u{34B}\u{309}n\u{307}i\u{312}\u{31F}\u{32C}\u{339}m\u{31D}\u{32A}\u{337} a\u{301}u\u{30C}\u{319}\u{326}\u{333}t\u{317}\u{324}\u{331} e\u{306}\u{313}\u{320}\u{32D}s\u{311}\u{31E}\u{32B}s\u{31C}\u{329}e\u{327} a\u{30B}\u{318}\u{325}b\u{316}\u{323} e\u{310}\u{31D}i\u{31B}u\u{326}\u{333}\u{340}\u{34D}s\u{331}\u{33E}\u{34B} e\u{315}a\u{320}\u{32D}\u{33A}\u{347} s\u{31A}\u{327}\u{334}\u{341}u\u{325}\u{332}\u{33F}n\u{330}\u{33D}t\u{33B} i\u{31F}\u{32C}\u{339}d\u{32A}\u{337} s\u{324}\u{331}e\u{32F} m\u{329}e\u{334}\u{341}\u{34E}\u{30C} t\u{32E}\u{33B}\u{348}\u{306}e\u{339}\u{346}\u{304} n\u{333}\u{340}\u{34D}i\u{33E}\u{34B}h\u{349}i\u{305}\u{312}\u{31F}\u{32C}l\u{310}\u{31D}\u{32A} a\u{338}\u{345}n\u{343}t\u{34E}\u{30C}\u{319}\u{326}e\u{30A}\u{317}\u{324} i\u{33D}n\u{348}\u{306}\u{313}\u{320}t\u{304}\u{311}\u{31E}e\u{30F}\u{31C}r\u{31A} p\u{342}\u{300}\u{30D}\u{31A}o\u{34D}\u{30B}\u{318}s\u{309}\u{316}t\u{314} s\u{347}\u{305}\u{312}i\u{303}\u{310}n\u{30E}e\u{319}\u{326}\u{333}\u{340} p\u{34C}\u{30A}r\u{308}o\u{313}\u{320}\u{32D}\u{33A} v\u{302}i\u{30D}\u{31A}\u{327}\u{334}t\u{318}\u{325}\u{332}a\u{323}\u{330} d\u{307}\u{314}\u{321}\u{32E}e\u{312}\u{31F}\u{32C}u\u{31D}\u{32A}s\u{328} n\u{30C}\u{319}\u{326}o\u{317}\u{324}x\u{322} l\u{311}\u{31E}u\u{31C}x\u{327}\u{334}\u{341}\u{34E}",
  "https://example.org/ www.example.com/a/ user@example.org ?id= &utm_source= %E2%9C%93 aaaaaaaaaaaaaaaa 0x7fffffffffffffff #fragment =42 .tar.gz ABCDEF0123456789 Donaudampfschifffahrtsgesellschaftskapitän Rindfleischetikettierungsüberwachung pneumonoultramicroscopicsilicovolcanoconiosis Llanfairpwllgwyngyll snake_case_name CamelCaseIdentifier WWWWWWWW iiiiiiii 404 /path/to/ antidisestablishmentarianism",
  "im\u{AD}pe\u{AD}ra\u{AD}tor con\u{AD}sue\u{AD}tu\u{AD}do 10\u{A0}km §\u{A0}7 et in est 1\u{202F}000\u{202F}000 a\u{200B}b non ut ad zero\u{200B}width\u{200B}space sine\u{2060}vinculo non\u{2011}breaking cum quod semi\u{200C}join S.\u{A0}P.\u{A0}Q.\u{A0}R. ma\u{AD}gis\u{AD}tra\u{AD}tus in\u{FEFF}visible phi\u{AD}lo\u{AD}so\u{AD}phia",
  "\u{2067}שלום\u{2069} \u{2066}abc\u{2069} et \u{2068}مرحبا\u{2069} \u{202B}עברית\u{202C} \u{202A}latin\u{202C} in \u{202E}txet\u{202C} \u{200F}! \u{200E}ok \u{61C}123 שלום\u{200F}! (שלום) C++\u{200E} abc ٤٢ file\u{202E}gpj.exe \u{202C} \u{2068}\u{2066}a\u{2069}ב\u{2069} من 100% על"
];
const KIND_MIXED = [
  "café naïve garçon señor über straße smørrebrød žluťoučký łódź þórr e\u{301}tude İstanbul ǆ ﬁnis №7 €20 ½ “ita” — привет λόγος ψυχή שלום مرحبا नमन ไทย 日本語 中文 한국어 목록 🎉 👍\u{1F3FD} 🔥 ❤\u{FE0F} 🇫🇷 1\u{FE0F}\u{20E3} 🙃 2024 3.14",
  "2024 15 7:30 50% +20 3.14 1,000 1990 12/31 100 iPhone GPS Wi\u{2011}Fi COVID19 USB OK @user #tag 👍\u{1F3FD} ❤\u{FE0F} 🎉 №7 €20 ½ café naïve garçon señor über straße smørrebrød žluťoučký łódź þórr e\u{301}tude İstanbul ǆ ﬁnis №7 €20 ½ “ita” — привет λόγος ψυχή שלום مرحبا नमन ไทย 日本語 中文 한국어 목록 🎉 👍\u{1F3FD} 🔥 ❤\u{FE0F} 🇫🇷 1\u{FE0F}\u{20E3} 🙃 2024 3.14",
  "2024 15 7:30 50% +20 3.14 1,000 1990 12/31 100 iPhone GPS Wi\u{2011}Fi COVID19 USB OK @user #tag 👍\u{1F3FD} ❤\u{FE0F} 🎉 №7 €20 ½",
  "2024 15 7:30 50% +20 3.14 1,000 1990 12/31 100 iPhone GPS Wi\u{2011}Fi COVID19 USB OK @user #tag 👍\u{1F3FD} ❤\u{FE0F} 🎉 №7 €20 ½",
  "2024 15 7:30 50% +20 3.14 1,000 1990 12/31 100 iPhone GPS Wi\u{2011}Fi COVID19 USB OK @user #tag 👍\u{1F3FD} ❤\u{FE0F} 🎉 №7 €20 ½ café naïve garçon señor über straße smørrebrød žluťoučký łódź þórr e\u{301}tude İstanbul ǆ ﬁnis №7 €20 ½ “ita” — привет λόγος ψυχή שלום مرحبا नमन ไทย 日本語 中文 한국어 목록 🎉 👍\u{1F3FD} 🔥 ❤\u{FE0F} 🇫🇷 1\u{FE0F}\u{20E3} 🙃 2024 3.14",
  "2024 15 7:30 50% 3.14 100 iPhone GPS USB OK SNS AI 👍\u{1F3FD} ❤\u{FE0F} 🎉 🔥 @user #tag",
  "2024 15 7:30 50% 3.14 100 iPhone GPS USB OK SNS AI 👍\u{1F3FD} ❤\u{FE0F} 🎉 🔥 @user #tag",
  "2024 15 7:30 50% 3.14 100 iPhone GPS USB OK SNS AI 👍\u{1F3FD} ❤\u{FE0F} 🎉 🔥 @user #tag",
  "2024 15 7:30 50% +20 3.14 1,000 1990 12/31 100 iPhone GPS Wi\u{2011}Fi COVID19 USB OK @user #tag 👍\u{1F3FD} ❤\u{FE0F} 🎉 №7 €20 ½ café naïve garçon señor über straße smørrebrød žluťoučký łódź þórr e\u{301}tude İstanbul ǆ ﬁnis №7 €20 ½ “ita” — привет λόγος ψυχή שלום مرحبا नमन ไทย 日本語 中文 한국어 목록 🎉 👍\u{1F3FD} 🔥 ❤\u{FE0F} 🇫🇷 1\u{FE0F}\u{20E3} 🙃 2024 3.14",
  "et in est non ut ad cum quod qui sed si ex per hoc nec enim aut esse ab eius ea sunt id se me te nihil ante inter post sine pro vita deus nox lux",
  "café naïve garçon señor über straße smørrebrød žluťoučký łódź þórr e\u{301}tude İstanbul ǆ ﬁnis №7 €20 ½ “ita” — привет λόγος ψυχή שלום مرحبا नमन ไทย 日本語 中文 한국어 목록 🎉 👍\u{1F3FD} 🔥 ❤\u{FE0F} 🇫🇷 1\u{FE0F}\u{20E3} 🙃 2024 3.14",
  "et in est non ut ad cum quod qui sed si ex per hoc nec enim aut esse ab eius ea sunt id se me te nihil ante inter post sine pro vita deus nox lux",
  "café naïve garçon señor über straße smørrebrød žluťoučký łódź þórr e\u{301}tude İstanbul ǆ ﬁnis №7 €20 ½ “ita” — привет λόγος ψυχή שלום مرحبا नमन ไทย 日本語 中文 한국어 목록 🎉 👍\u{1F3FD} 🔥 ❤\u{FE0F} 🇫🇷 1\u{FE0F}\u{20E3} 🙃 2024 3.14",
  "2024 15 7:30 50% +20 3.14 1,000 1990 12/31 100 iPhone GPS Wi\u{2011}Fi COVID19 USB OK @user #tag 👍\u{1F3FD} ❤\u{FE0F} 🎉 №7 €20 ½"
];
const KIND_ENDINGS = [
  ".|?|!|…|.\n| \"sic\".",
  ".|?|!|…|.\n| «да».",
  ".|؟|!|،|.\n| \"نعم\".",
  ".|?|!|…|.\n| \"כן\".",
  "।|?|!|…|।\n| \"हा\u{901}\"।",
  " |? |! |ๆ |\n| \"คร\u{E31}บ\" ",
  "。|？|！|，|。\n|“好”。",
  "。|？|！|、|。\n|「はい」。",
  ".|?|!|…|.\n| \"sic\".",
  " |? |! |… |\n| \"ok\" ",
  ".|?|!|…|.\n| \"sic\".",
  ".|?|&|=|/|_",
  ".|?|!|…|.\n| \"sic\".",
  ".|?|!|…|.\n| \"sic\"."
];

const GAMMA = 0x9E3779B97F4A7C15n;
const BASE83 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~";
export const FIRST_INSERT = 1n << 62n;

const u64 = (word: bigint): bigint => BigInt.asUintN(64, word);
const u63 = (word: bigint): bigint => BigInt.asUintN(63, word);

function mix(word: bigint): bigint {
  word = u64((word ^ (word >> 30n)) * 0xBF58476D1CE4E5B9n);
  word = u64((word ^ (word >> 27n)) * 0x94D049BB133111EBn);
  return word ^ (word >> 31n);
}

function word(key: bigint, index: bigint): bigint {
  return mix(u64(key + index * GAMMA));
}

function bounded(drawn: bigint, bound: number): number {
  return Number((u64(drawn) * BigInt(bound)) >> 64n);
}

function scaled(drawn: bigint, bound: number): number {
  return (Number(drawn & 0xFFFFn) * bound) >>> 16;
}

/** Some low bits of a drawn word, from a bit on. */
function bits(drawn: bigint, from: number, count: number): number {
  return Number(BigInt.asUintN(count, drawn >> BigInt(from)));
}

function contains(ranges: number[], scalar: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) {
    if (scalar <= ranges[i + 1]) return scalar >= ranges[i];
  }
  return false;
}

/** How many cells of a line a paragraph takes. */
function cells(text: string): number {
  let count = 0;
  let previous = 0;
  for (const character of text) {
    const scalar = character.codePointAt(0) ?? 0;
    if (previous !== 0x200D && !contains(ZERO_CELLS, scalar)) {
      count += contains(TWO_CELLS, scalar) ? 2 : 1;
    }
    previous = scalar;
  }
  return count;
}

function lines(text: string, cellsPerLine: number): number {
  let count = 0;
  for (const part of text.split("\n")) count += Math.max(1, Math.ceil(cells(part) / cellsPerLine));
  return count;
}

function escaped(text: string): string {
  return text.replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

/** A text and how many bytes it has in JSON. */
function piece(text: string) {
  let size = 0;
  for (const character of escaped(text)) {
    const scalar = character.codePointAt(0) ?? 0;
    size += scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
  }
  return { text, size };
}

function capitalised(text: string): string {
  const first = text.charCodeAt(0);
  const rest = text.slice(1);
  if ((first >= 0x61 && first <= 0x7A) || (first >= 0x430 && first <= 0x44F)) {
    return String.fromCharCode(first - 32) + rest;
  }
  return first >= 0x450 && first <= 0x45F ? String.fromCharCode(first - 80) + rest : text;
}

/** 512 choices: frequent words stand more often, the last 32 are mixed in. */
function drawnWords(words: string[], mixed: string[]): string[] {
  const weights = words.map((_, i) => Math.floor(65536 / (i + 8)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const choices = words.slice(0, 0);
  let passed = 0;
  words.forEach((text, i) => {
    passed += weights[i];
    while (choices.length < Math.floor((passed * 480) / total)) choices.push(text);
  });
  while (choices.length < 512) choices.push(mixed[(choices.length - 480) % mixed.length]);
  return choices;
}

function makeKind(number: number) {
  const space = KIND_SPACES[number];
  const behind = " ".repeat(space);
  const words = drawnWords(KIND_WORDS[number].split(" "), KIND_MIXED[number].split(" "));
  const endings = KIND_ENDINGS[number].split("|");
  return {
    space,
    words: words.map((text) => piece(text + behind)),
    capitals: words.map((text) => piece(capitalised(text) + behind)),
    endings: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 5].map((i) =>
      piece(endings[i] + (i === 4 ? "" : behind)),
    ),
  };
}

type Kind = ReturnType<typeof makeKind>;

const KINDS = KIND_WORDS.map((_, number) => makeKind(number));
const KIND_OF_THOUSAND = KIND_PERMILLE.flatMap((permille, n) => Array(permille).fill(n));

/** Bit i of a pattern: slot i of eight has the key of slot i - 1. */
function tiePatterns(): number[] {
  const lengths = [2, 2, 3, 2, 4, 2, 3, 5, 2, 2, 3, 6, 2, 4, 2, 8];
  const share = 512 * (TIE_PERMILLE - LONG_TIE_PERMILLE);
  let rest = Math.floor(share / Math.max(1, 1000 - LONG_TIE_PERMILLE));
  const patterns = Array(64).fill(0);
  for (let index = 0; index < 64 && rest >= 2; index += 1) {
    const length = Math.min(lengths[index % 16], rest);
    const start = (index * 3) % (9 - length);
    patterns[(index * 37) % 64] = ((1 << (length - 1)) - 1) << (start + 1);
    rest -= length;
  }
  return patterns;
}

const PATTERNS = tiePatterns();

/** A list of `items` items made from `seed`, newest first; items is below 2^53. */
export function timeline(seed: bigint, items: number) {
  let root = mix(u64(seed + GAMMA));
  for (const letter of RECIPE) root = mix(root ^ BigInt(letter.charCodeAt(0)));
  const key = (name: string): bigint =>
    word(root, BigInt(STREAM_NUMBERS[STREAM_NAMES.indexOf(name)]));
  const [identity, ties, itemClock, parents] = ["identity", "ties", "itemClock", "parent"].map(key);
  const [authors, titles, bodies, counts] = ["author", "title", "body", "counts"].map(key);
  const [images, statuses, estimates, kinds] = ["image", "status", "estimate", "textKind"].map(key);
  const [before, after] = [u63(word(identity, 1n)), u63(word(identity, 2n))];

  function id(birth: bigint): bigint {
    let value = birth ^ before;
    value = u63((value ^ (value >> 32n)) * 0x1C69B3F74AC4AE35n);
    value = u63((value ^ (value >> 32n)) * 0x5851F42D4C957F2Dn);
    return value ^ (value >> 32n) ^ after;
  }

  /** The slots whose keys are equal to that of a slot: the first, and the one behind. */
  function run(slot: number): number[] {
    const block = Math.floor(slot / 64);
    const drawn = word(ties, BigInt(block));
    const place = slot - block * 64;
    if (Number(drawn >> 48n) < Math.floor((LONG_TIE_PERMILLE * 65536) / 1000)) {
      return [slot - place, Math.min(slot - place + 64, items)];
    }
    const pattern = PATTERNS[bits(drawn, (place >> 3) * 6, 6)];
    let start = place;
    let end = place + 1;
    while ((pattern >> (start & 7)) & 1) start -= 1;
    while (end & 7 && (pattern >> (end & 7)) & 1) end += 1;
    return [slot - place + start, Math.min(slot - place + end, items)];
  }

  /** The birth number and the sort key of the snapshot's item at a rank. */
  function entry(rank: number) {
    const [start, end] = run(rank);
    const births = Array.from({ length: end - start }, (_, i) => BigInt(start + i));
    births.sort((one, other) => (id(one) > id(other) ? -1 : 1));
    const jitter = bounded(word(itemClock, BigInt(start)), ITEM_GAP);
    const sortKey = START - BigInt(start + 1) * BigInt(ITEM_GAP) + BigInt(jitter);
    return { birth: births[rank - start], key: sortKey };
  }

  function parent(birth: bigint): string {
    const drawn = word(parents, birth);
    if (bounded(drawn, 1000) >= REPLY_PERMILLE) return "null";
    const distance = BigInt(1 + (bits(drawn, 0, 10) >> bits(drawn, 10, 3)));
    const number = birth - FIRST_INSERT;
    if (number < 0n) return `"${id(birth + distance)}"`;
    return `"${id(number >= distance ? birth - distance : distance - number - 1n)}"`;
  }

  function title(kind: Kind, birth: bigint, edition: number): string {
    const stream = word(titles, birth) + mix(BigInt(edition));
    let drawn = word(stream, 0n);
    const count = TITLE_LEAST + scaled(drawn, TITLE_CHOICES);
    let text = kind.capitals[bits(drawn, 16, 9)].text;
    drawn >>= 25n;
    for (let index = 1, left = 4; index < count; index += 1, left -= 1, drawn >>= 9n) {
      if (left === 0) {
        drawn = word(stream, BigInt(index));
        left = 7;
      }
      text += kind.words[bits(drawn, 0, 9)].text;
    }
    return kind.space ? text.slice(0, -1) : text;
  }

  function body(kind: Kind, birth: bigint, edition: number): string {
    const stream = word(bodies, birth) + mix(BigInt(edition));
    let index = 0n;
    const next = () => word(stream, index++);
    let drawn = next();
    const target = BODY_BYTES[bits(drawn, 0, 6)];
    drawn >>= 6n;
    let text = "";
    let size = 0;
    while (size < target) {
      const ending = kind.endings[bits(drawn, 3, 4)];
      const first = kind.capitals[bits(drawn, 7, 9)];
      let sentence = first.text;
      size += first.size;
      let inSentence = 2 + bits(drawn, 0, 3);
      drawn >>= 16n;
      for (let left = 4; inSentence > 0 && size < target; inSentence -= 1, left -= 1) {
        if (left === 0) {
          drawn = next();
          left = 7;
        }
        const chosen = kind.words[bits(drawn, 0, 9)];
        sentence += chosen.text;
        size += chosen.size;
        drawn >>= 9n;
      }
      text += (kind.space ? sentence.slice(0, -1) : sentence) + ending.text;
      size += ending.size - kind.space;
      drawn = next();
    }
    return /[ \n]$/.test(text) ? text.slice(0, -1) : text;
  }

  /** The image's JSON and its heights at both widths; null and zeros in most rows. */
  function image(birth: bigint) {
    const drawn = word(images, birth);
    if (bounded(drawn, 1000) >= IMAGE_PERMILLE) return { json: "null", heights: [0, 0] };
    const [width, height] = IMAGE_SIZES.slice(2 * bits(drawn, 0, 4));
    const color = bits(drawn, 8, 24);
    const pairs = [21 * 83 + bounded(drawn << 32n, 83), Math.floor(color / 6889), color % 6889];
    [4, 4, 3].forEach((count, group) => {
      const parts = word(drawn, BigInt(group));
      for (let i = 0; i < count; i += 1) pairs.push(scaled(parts >> BigInt(16 * i), 6859));
    });
    const blur = pairs.map((pair) => BASE83[Math.floor(pair / 83)] + BASE83[pair % 83]).join("");
    const hex = color.toString(16).padStart(6, "0");
    return {
      json: `{"width":${width},"height":${height},"color":"#${hex}","blurHash":"${blur}"}`,
      heights: [343, 640].map((points) =>
        Math.min(480 * 64, Math.floor((points * 64 * height) / width)),
      ),
    };
  }

  /**
   * Any row: items of the snapshot are born from 0 in slot order, inserts from FIRST_INSERT. The
   * edition counts how often the content was written, from 1; a move raises the version alone.
   */
  function row(birth: bigint, edition: number, sortKey: bigint, version: number): string {
    let drawn = word(authors, birth);
    const own = bounded(drawn << 32n, 1000) < OWN_PERMILLE;
    const number = Math.min(scaled(drawn >> 32n, AUTHORS), scaled(drawn >> 48n, AUTHORS));
    const name = word(u64(~authors), BigInt(own ? 0 : number + 1));
    const author = `${FIRST_NAMES[bits(name, 0, 6)]} ${LAST_NAMES[bits(name, 6, 6)]}`;
    const status = bounded(word(statuses, birth), STATUSES.length - 1);
    const kind = KINDS[KIND_OF_THOUSAND[bounded(word(kinds, birth), 1000)]];
    const [titleText, bodyText] = [title(kind, birth, edition), body(kind, birth, edition)];
    drawn = word(counts, birth);
    const replies = (bits(drawn, 0, 12) >> (4 + bits(drawn, 12, 3))) + edition - 1;
    const shift = 4 + bits(drawn, 32, 3) + bits(drawn, 35, 2);
    const reactions = (bits(drawn, 16, 16) >> shift) + 3 * (edition - 1);
    const picture = image(birth);
    const [compact, regular] = [40, 84].map((width, i) => {
      const count = lines(titleText, width) + lines(bodyText, width);
      return (48 + 20 * count) * 64 + picture.heights[i];
    });
    const error = bounded(word(estimates, birth), 2 * ESTIMATE_ERROR + 1);
    const estimate = Math.floor((compact * (100 - ESTIMATE_ERROR + error)) / 100);
    return (
      `{"id":"${id(birth)}","key":${sortKey},"version":${version},"author":"${author}",` +
      `"own":${own},"status":"${STATUSES[edition > 1 ? STATUSES.length - 1 : status]}",` +
      `"hidden":false,"parent":${parent(birth)},"title":"${escaped(titleText)}",` +
      `"body":"${escaped(bodyText)}","counts":{"replies":${replies},"reactions":${reactions}},` +
      `"image":${picture.json},"heights":{"compact":${compact},"regular":${regular}},` +
      `"estimate":${estimate}}`
    );
  }

  /** The snapshot's row at a rank, without a line end. */
  function item(rank: number): string {
    const place = entry(rank);
    return row(place.birth, 1, place.key, 1);
  }

  return { id, entry, row, item };
}
