/// The words of scripts, the most frequent first. What cannot be seen is written by its number.
extension TextSource {
  /// Latin words.
  static let latin = """
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

  /// Russian, with letters of Ukrainian, Belarusian and Serbian.
  static let cyrillic = """
    и в не на я быть он с что а по это она этот к но они мы весь который из у то за свой \
    год от так о для ты же все тот мочь вы человек такой его сказать только или ещё бы \
    себя один как уже до время если сам когда другой вот говорить наш мой знать стать при \
    чтобы дело жизнь кто первый очень два день её новый рука даже во раз где там под можно \
    ну какой после их работа без самый потом надо хотеть слово идти большой должен место \
    иметь ничто книга город вода земля солнце москва Київ Україна здравствуйте їжак ґанок \
    ўсё српски Љубљана достопримечательность электрификация
    """

  /// Numbers of both kinds of digits stand among the words; some words are vowelled.
  static let arabic = """
    في من على أن إلى هذا التي الذي ما مع لا كان عن هو كل بعد بين ذلك 2024 قد لم أو وقد حتى \
    عند يوم هذه أي ثم إذا 15 العمل الناس المدينة كتاب بيت ماء شمس قمر ليل نهار صباح مساء \
    سلام مرحبا شكرا 7:30 جديد كبير صغير طويل جميل أول آخر قال ذهب جاء رأى يعرف يكتب يقرأ \
    ٢٠٢٥ 50% ٣٫١٤ +20 العربية السلام عليكم مُحَمَّد اللُّغَة لله إله تَرْجَمَة \
    الاستقلالية المستشفيات
    """

  /// Numbers stand among the words; some words are pointed.
  static let hebrew = """
    של את על לא הוא זה עם כל היא אני כי יש אם או גם מה אבל היה אל רק כמו 2024 עוד בין אחד \
    שנה יום בית ספר מים שמש ירח לילה בוקר ערב שלום תודה 18 חדש גדול קטן ארוך יפה ראשון \
    אחרון אמר הלך בא ראה יודע כותב קורא 7:30 3.14 50% ירושלים תל־אביב שָׁלוֹם עִבְרִית \
    צה״ל התפתחות אוניברסיטאות
    """

  /// Conjuncts, vowel signs before and behind, Devanagari digits.
  static let devanagari = """
    के है में की से को और का यह हैं पर भी एक नहीं कर ने था हो तो जो वह ही इस लिए कि गया \
    कहा साथ दिन घर पानी सूरज चाँद रात सुबह शाम नमस्ते धन्यवाद नया बड़ा छोटा लंबा सुंदर \
    पहला आखिरी किताब शहर काम लोग समय जीवन हिन्दी भारत क्षत्रिय ज्ञान श्री प्रार्थना \
    विद्यार्थी स्वतंत्रता २०२४ १५ मराठी ॐ राष्ट्रीय
    """

  /// Vowels before their consonant, stacked tone marks, Thai digits.
  static let thai = """
    ที่ การ และ เป็น ใน ของ ไม่ มี ได้ ให้ ว่า จะ ไป มา กับ คน นี้ แต่ หรือ จาก โดย วัน \
    บ้าน น้ำ พระอาทิตย์ พระจันทร์ กลางคืน เช้า เย็น สวัสดี ขอบคุณ ใหม่ ใหญ่ เล็ก ยาว สวย \
    แรก สุดท้าย หนังสือ เมือง งาน เวลา ชีวิต ภาษาไทย กรุงเทพฯ ผู้ใหญ่ ตั้งแต่ ๒๕๖๗ ก็ ปี๊บ \
    กำลัง
    """

  /// Simplified and traditional characters, one of them beyond 16 bits.
  static let han = """
    的 一 是 在 不 了 有 和 人 这 中 大 为 上 个 国 我们 以 要 他 时 来 用 生 到 作 地 于 出 就 分 对 成 会 可以 主 发 年 动 同 工 也 \
    能 下 过 子 说 产 种 面 而 方 后 多 学 今天 明天 中文 世界 时间 生活 城市 朋友 新年 快乐 谢谢 你好 图书馆 太阳 月亮 春天 北京 上海 2024年 \
    繁體 臺灣 𠮷 龍
    """

  /// Kanji, hiragana, katakana, half-width forms, and kana with a voicing mark of their own.
  static let japanese = """
    の に は を た が で て と し れ さ ある いる も する から な こと として い や など なっ ない この ため その あっ よう また もの という \
    あり まで られ なる へ か だ これ によって により おり による なり において 日本語 東京 新着 一覧 時間 生活 友達 ありがとう こんにちは コンピューター \
    インターネット ﾊﾝｶｸ ｶﾅ は\u{3099} か\u{3099} 々 2024年 令和6年 食べる 書き込み ラーメン
    """

  /// Syllable blocks, and one word of joining letters.
  static let hangul = """
    이 있다 하다 그 수 것 나 들 그리고 않다 사람 우리 그녀 아니다 보다 등 같다 주다 대하다 가다 년 한 말 일 때 위하다 때문 그것 두 말하다 알다 \
    그러나 받다 못하다 그런 또 문제 사회 많다 오다 안녕하세요 감사합니다 새로운 목록 한국어 서울 시간 생활 친구 책 물 해 달 밤 아침 저녁 2024년 \
    \u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} 뷁 대한민국
    """

  /// Plain ones, skin tones, joined ones, flags, tags, keycaps.
  static let emoji = """
    😀 😂 🥰 😎 🤔 😭 🙃 🎉 🔥 ✨ 👍 👍\u{1F3FD} ❤\u{FE0F} 👋\u{1F3FF} ✌\u{1F3FB} 💯 😴 ☀\u{FE0F} ☕ ⚽ \
    ✈\u{FE0F} 🤝 👩\u{200D}💻 👨\u{1F3FE}\u{200D}🚀 👩\u{1F3FB}\u{200D}🔬 \
    👨\u{200D}👩\u{200D}👧\u{200D}👦 👩\u{200D}❤\u{FE0F}\u{200D}👨 \
    👩\u{1F3FD}\u{200D}🤝\u{200D}👩\u{1F3FB} 🏳\u{FE0F}\u{200D}🌈 🏴\u{200D}☠\u{FE0F} \
    🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 🇫🇷 🇯🇵 🇧🇷 🇺🇳 🇪🇺 \
    1\u{FE0F}\u{20E3} 0\u{FE0F}\u{20E3} #\u{FE0F}\u{20E3} *\u{FE0F}\u{20E3} 🐱 🦄 🌍 🌈 🍕 🍣 🚀 \
    🏝\u{FE0F} ⏰ 🕰\u{FE0F} 🧡 🦽 🧏\u{1F3FC}
    """
}
