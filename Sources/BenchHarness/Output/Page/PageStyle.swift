/// What the page looks like, and what it does; both stand in the page itself.
enum PageStyle {
  /// Colours in light and in dark.
  ///
  /// Texts have a contrast of at least 4.5 to their ground, lines of charts of at least 3 (WCAG 2.1, AA). Hues
  /// of the others are those of Okabe and Ito, Color Universal Design (2008), as far as contrast allows.
  private static let colours: [(name: String, light: String, dark: String)] = [
    ("ground", "#f7f7f5", "#14161a"), ("paper", "#ffffff", "#1c1f25"),
    ("ink", "#1b1d21", "#e8e9ec"), ("soft", "#565b64", "#a9afba"),
    ("line", "#e2e3e0", "#30343c"), ("wash", "#f1f2ef", "#23272e"),
    ("accent", "#0b5cd5", "#6ea8ff"), ("good", "#1a7a3c", "#5fd087"),
    ("bad", "#c0272d", "#ff8580"), ("warn", "#8a5a00", "#e9b44c"),
    ("better", "#6b3fc4", "#b99cff"),
  ]

  /// What the colours of charts are.
  private static let roles: [(role: PageColour, light: String, dark: String)] = [
    (.axis, "#33363c", "#d5d8de"), (.grid, "#e2e3e0", "#343943"), (.label, "#565b64", "#a9afba"),
    (.limit, "#c0272d", "#ff8580"), (.mark, "#33363c", "#e8e9ec"), (.paper, "#ffffff", "#1c1f25"),
    (.ours0, "#0b5cd5", "#6ea8ff"), (.ours1, "#7a3fd0", "#b896ff"),
    (.ours2, "#00838f", "#3fc6d4"), (.ours3, "#1f3a93", "#a3b6ff"),
    (.peer0, "#d45500", "#ff9a52"), (.peer1, "#1b8a5a", "#4cc38a"),
    (.peer2, "#a86f00", "#dcae3d"), (.peer3, "#b8437f", "#e88abb"),
    (.peer4, "#6d727b", "#9aa1ad"), (.peer5, "#8c5a3c", "#c99a78"),
    (.peer6, "#4f7a1c", "#9ccb5f"),
  ]

  /// The style sheet.
  static var sheet: HTML {
    let light = variables {
      $0.light
    } colour: {
      $0.light
    }
    let dark = variables {
      $0.dark
    } colour: {
      $0.dark
    }
    let classes = PageColour.allCases.map { role in
      let number = role.rawValue
      return ".s\(number){stroke:var(--c\(number))}.f\(number){fill:var(--c\(number))}"
        + ".c\(number){color:var(--c\(number))}"
    }
    return HTML(
      markup: ":root{\(light)}\n"
        + "@media(prefers-color-scheme:dark){:root{\(dark)}}\n\(classes.joined())\n\(rules)")
  }

  private static func variables(
    _ name: ((name: String, light: String, dark: String)) -> String,
    colour: ((role: PageColour, light: String, dark: String)) -> String
  ) -> String {
    (colours.map { "--\($0.name):\(name($0))" }
      + roles.map { "--c\($0.role.rawValue):\(colour($0))" }).joined(separator: ";")
  }

  private static let rules = """
    *{box-sizing:border-box}
    body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",\
    Roboto,"Helvetica Neue",Arial,"Liberation Sans",sans-serif;overflow-wrap:anywhere}
    header,main,footer{max-width:72rem;margin:0 auto;padding:0 clamp(.9rem,3vw,2rem)}
    header{padding-top:clamp(1.2rem,4vw,2.6rem)}
    h1,h2,h3,p,ul,ol,dl,figure,pre,table{margin:0;padding:0}
    h1{font-size:.95rem;font-weight:600;color:var(--soft);letter-spacing:.01em}
    h2{font-size:1.5rem;line-height:1.2;letter-spacing:-.015em;font-weight:700}
    h3{font-size:1.1rem;line-height:1.3;font-weight:600;letter-spacing:-.005em}
    a{color:var(--accent)}
    a:focus-visible,summary:focus-visible,button:focus-visible,[tabindex]:focus-visible{outline:2px solid \
    var(--accent);outline-offset:2px;border-radius:4px}
    .skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem}
    .verdict{font-size:clamp(1.6rem,5.2vw,2.5rem);line-height:1.12;letter-spacing:-.025em;font-weight:700;\
    margin:.35rem 0 .6rem;border-left:.3rem solid var(--tone);padding-left:.9rem}
    .tone-good{--tone:var(--good)}.tone-bad{--tone:var(--bad)}.tone-warn{--tone:var(--warn)}
    .tone-better{--tone:var(--better)}
    .meta{color:var(--soft);font-size:.9rem}
    nav{margin:1.2rem 0 0;border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
    nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem 1.2rem;padding:.55rem 0;font-size:.92rem}
    section{margin-top:clamp(2.2rem,6vw,3.4rem)}
    .folded{margin-top:1rem}
    .question{color:var(--soft);margin-top:.25rem;max-width:46rem}
    article{margin-top:1.5rem}
    .problems{list-style:none;display:grid;grid-template-columns:minmax(0,1fr);gap:.8rem;margin-top:1rem}
    .problems>li{background:var(--paper);border:1px solid var(--line);border-radius:10px;padding:.85rem 1rem;\
    border-left:.25rem solid var(--tone)}
    .row{font-weight:600}
    .badge{display:inline-block;font-size:.78rem;line-height:1.3;font-weight:600;color:var(--tone);\
    border:1px solid currentColor;border-radius:99px;padding:.02rem .5rem;margin-right:.45rem;\
    white-space:nowrap;vertical-align:.08em}
    .reasons{margin-top:.3rem;list-style:none}
    .command{display:flex;gap:.5rem;align-items:flex-start;margin-top:.6rem}
    .command pre{flex:1 1 auto;min-width:0;overflow-x:auto;background:var(--wash);border-radius:7px;\
    padding:.5rem .7rem}
    code{font:.84rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
    pre code{white-space:pre;user-select:all;-webkit-user-select:all}
    button{font:inherit;font-size:.84rem;color:var(--accent);background:var(--paper);border:1px solid \
    var(--line);border-radius:7px;padding:.38rem .7rem;min-height:2.2rem;cursor:pointer}
    button[hidden]{display:none}
    .charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,22.5rem),1fr));gap:1rem;\
    margin-top:.8rem;align-items:start}
    figure{background:var(--paper);border:1px solid var(--line);border-radius:10px;padding:.9rem .9rem .75rem;\
    min-width:0}
    figcaption{margin-bottom:.5rem}
    figcaption b{display:block;font-weight:600;line-height:1.3}
    figcaption span{display:block;font-size:.83rem;line-height:1.35;color:var(--soft);margin-top:.1rem}
    figure>svg{display:block;width:100%;height:auto}
    svg text{font-family:inherit;paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
    .legend{list-style:none;display:flex;flex-wrap:wrap;gap:.15rem 1rem;font-size:.84rem;line-height:1.4;\
    margin-top:.45rem}
    .legend li{display:flex;align-items:baseline;gap:.4rem;color:var(--soft)}
    .legend .ours{color:var(--ink);font-weight:600}
    .legend small{font-size:1em;font-weight:400;color:var(--soft)}
    .swatch{width:28px;height:14px;flex:none;align-self:center}
    .notes{list-style:none;font-size:.84rem;line-height:1.4;margin-top:.45rem}
    .notes li+li{margin-top:.2rem}
    .scroll{overflow-x:auto;background:var(--paper);border:1px solid var(--line);border-radius:10px;\
    margin-top:.8rem}
    table{border-collapse:collapse;width:100%;font-size:.86rem;line-height:1.35;\
    font-variant-numeric:tabular-nums;overflow-wrap:normal}
    caption{text-align:left;color:var(--soft);padding:.65rem .8rem .35rem;font-size:.84rem}
    th,td{padding:.34rem .8rem;text-align:left;vertical-align:baseline;font-weight:400;white-space:nowrap}
    thead th{color:var(--soft);font-size:.8rem;border-bottom:1px solid var(--line);vertical-align:bottom}
    tbody+tbody tr:first-child>*{border-top:1px solid var(--line)}
    .group th{padding-top:.6rem;font-weight:600;font-size:.84rem}
    .group small{font-size:1em;font-weight:400;color:var(--soft)}
    .n{text-align:right}
    .ours>th{font-weight:600}.ours>th::before{content:"";display:inline-block;width:.5em;height:.5em;\
    border-radius:50%;background:var(--accent);margin-right:.5em;vertical-align:.08em}
    .other>th,.other>td,.limit>th,.limit>td{color:var(--soft)}
    .other>th,.limit>th{padding-left:1.85em}
    td .badge{border:0;padding:0;margin:0}
    td.why{white-space:normal;min-width:15rem}
    details{margin-top:.8rem}
    summary{cursor:pointer;color:var(--accent);font-size:.92rem;padding:.25rem 0}
    .remarks{margin-top:.8rem;padding-left:1.1rem;font-size:.92rem}
    pre.remarks{padding:0;overflow-x:auto;font-size:.8rem;line-height:1.5}
    dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1.2rem;font-size:.92rem;margin-top:.8rem}
    dt{color:var(--soft)}dd{margin:0;min-width:0}
    footer{color:var(--soft);font-size:.84rem;padding-top:2.6rem;padding-bottom:2.6rem}
    @media(max-width:30rem){
    figure{padding:.75rem .6rem .6rem}svg text{font-size:14.5px}
    th,td{padding:.3rem .55rem}tbody th{white-space:normal;min-width:9rem}.other>th,.limit>th{padding-left:1.6em}
    .command{flex-direction:column;align-items:stretch}.command button{align-self:flex-start}
    dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
    @media print{body{background:#fff}nav,button{display:none}figure,.problems>li{break-inside:avoid}}
    """

  /// Copies a command; without it, a click into one selects it whole.
  static let script = HTML(
    markup: """
      for(const b of document.querySelectorAll("button[data-copy]")){b.hidden=false;\
      b.addEventListener("click",async()=>{const c=b.parentElement.querySelector("code");\
      try{await navigator.clipboard.writeText(c.textContent)}catch{const s=getSelection();\
      s.selectAllChildren(c);document.execCommand("copy")}\
      b.textContent="Copied";setTimeout(()=>{b.textContent="Copy"},1500)})}
      """)
}
