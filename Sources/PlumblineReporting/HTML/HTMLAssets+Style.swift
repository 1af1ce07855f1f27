extension HTMLAssets {
  /// The page's style sheet. Its hash is ``styleHash``.
  static let style: StaticString = #"""
    :root {
      color-scheme: light dark;
      --page: #f7f6f3; --card: #ffffff; --ink: #1d1c1a; --dim: #67635c; --line: #e2dfd8; --soft: #f1efea;
      --bad: #b42318; --bad-soft: #fdecea; --caution: #8a5300; --caution-soft: #fbe8c6; --note: #1f5aa6;
      --note-soft: #e7f0fb; --good: #1b6e3f; --good-soft: #d6eddf; --part: #4d6b8f; --part-soft: #dde7f2;
      --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
      --mono: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #131316; --card: #1b1b20; --ink: #ecebe8; --dim: #a3a1a8; --line: #303038; --soft: #24242a;
        --bad: #ff8f85; --bad-soft: #3b1d1c; --caution: #f2bd62; --caution-soft: #362813; --note: #8fbcff;
        --note-soft: #1a2a40; --good: #7dd6a0; --good-soft: #16301f; --part: #a9c1de; --part-soft: #222e3c;
      }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html { scroll-padding-top: 5rem; -webkit-text-size-adjust: 100%; }
    body {
      margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 var(--sans);
      font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
    }
    .top, main, footer { padding-inline: max(clamp(1rem, 4vw, 2.5rem), (100% - 70rem) / 2); }
    /* A name that is read from the right moves none of its neighbours, as in <bdi>. */
    a, b, code, em, mark, small, span, strong { unicode-bidi: isolate; }
    code, pre, .rule { font-family: var(--mono); font-size: .875em; }
    a { color: inherit; text-decoration-color: var(--dim); text-underline-offset: .2em; }
    a:hover { text-decoration-color: currentColor; }
    :focus-visible { outline: 3px solid var(--note); outline-offset: 2px; border-radius: 4px; }
    .unseen {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
    }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: 1rem; z-index: 9; background: var(--card); padding: .5rem 1rem; }

    /* The verdict. */
    .top { padding-block: 2.25rem 1.75rem; border-top: 6px solid var(--tone); --tone: var(--bad); }
    .top.good { --tone: var(--good); }
    .top.noted { --tone: var(--caution); }
    .plumb { float: right; width: 4rem; height: 7.5rem; margin: -2.4rem 0 0 1rem; overflow: visible; }
    .plumb path { fill: none; stroke: var(--tone); stroke-width: 2; }
    .plumb .true { stroke: var(--dim); stroke-width: 1; stroke-dasharray: 2 5; }
    .plumb .bob { fill: var(--tone); stroke: none; }
    .plumb .hanging { transform-origin: 32px 4px; }
    .bad .hanging { transform: rotate(11deg); }
    .noted .hanging { transform: rotate(4deg); }
    .run { margin: 0; color: var(--dim); }
    .run b { color: var(--ink); }
    .run span::before { content: " · "; }
    h1 {
      margin: .35rem 0 0; font-size: clamp(1.6rem, 1rem + 2.6vw, 2.6rem); line-height: 1.15; letter-spacing: -.025em;
      font-weight: 700; color: var(--tone); text-wrap: balance;
    }
    .sentence { margin: .5rem 0 0; max-width: 46rem; }
    .numbers {
      display: flex; flex-wrap: wrap; gap: .75rem 2.25rem; margin: 1.5rem 0 0; padding: 0; list-style: none;
    }
    .numbers b { display: block; font-size: 1.6rem; line-height: 1.2; letter-spacing: -.02em; font-weight: 650; }
    .numbers span { color: var(--dim); font-size: .875rem; }
    .numbers .breaking b { color: var(--bad); }
    .numbers .warning b { color: var(--caution); }
    .numbers .notice b { color: var(--note); }
    .jump { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-top: 1.25rem; font-size: .9375rem; }

    /* Sections. */
    main > section { margin-block: 0 2.75rem; }
    h2 {
      margin: 0 0 1rem; font-size: 1.25rem; letter-spacing: -.01em; border-top: 1px solid var(--line);
      padding-top: 1.5rem;
    }
    h2 .count { margin-left: .5em; color: var(--dim); font-weight: 400; }
    h3 { margin: 0 0 .75rem; font-size: 1rem; }
    h2, h3 { break-after: avoid; }
    .lead, .empty, .cut { color: var(--dim); max-width: 46rem; margin: 0 0 1rem; }
    .cut { border-left: 3px solid var(--caution); padding-left: .75rem; }
    .list { list-style: none; margin: 0; padding: 0; }
    .list li {
      background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 6px;
      padding: .75rem 1rem; margin-bottom: .5rem;
    }
    .list p { margin: .25rem 0 0; }
    .list code + span { margin-left: .75em; color: var(--dim); }
    pre { overflow-x: auto; background: var(--soft); border-radius: 6px; padding: .75rem 1rem; line-height: 1.45; }
    .breaking { --tone: var(--bad); --tone-soft: var(--bad-soft); }
    .warning { --tone: var(--caution); --tone-soft: var(--caution-soft); }
    .notice { --tone: var(--note); --tone-soft: var(--note-soft); }

    /* The coverage matrix. */
    .bars {
      display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 1rem 1.5rem;
      margin: 0 0 1.5rem; padding: 0; list-style: none;
    }
    .bars li { display: grid; grid-template-columns: 1fr auto; align-items: baseline; }
    .bars span { font-weight: 650; }
    .bars svg {
      grid-column: 1 / -1; width: 100%; height: 8px; border-radius: 4px; margin: .3rem 0 .25rem; display: block;
    }
    .bars rect { fill: var(--good); }
    .bars .rail { fill: var(--line); }
    .bars small { grid-column: 1 / -1; color: var(--dim); }
    .matrix { columns: 21.5rem 3; column-gap: 1.5rem; }
    .matrix table {
      break-inside: avoid; width: 100%; border-collapse: collapse; margin-bottom: 1.1rem; table-layout: fixed;
    }
    .matrix th { text-align: left; font-weight: 400; padding: 1px .5rem 1px 0; }
    .matrix tbody th { font-size: .9375rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .matrix thead th { font-weight: 650; border-bottom: 1px solid var(--line); padding-bottom: .2rem; }
    .matrix thead .narrow {
      font-size: .6875rem; font-weight: 400; color: var(--dim); width: 2.5rem; text-align: center;
      padding-inline: 0; white-space: nowrap;
    }
    .matrix td { padding: 1px; text-align: center; }
    .matrix tbody tr:first-child > * { padding-top: .3rem; }
    .matrix tbody tr:hover { background: var(--soft); }
    .square {
      display: inline-block; width: 1.85rem; height: 1.4rem; line-height: 1.4rem; border-radius: 4px; font-style: normal;
      font-size: .75rem; font-weight: 600; text-align: center; vertical-align: middle;
    }
    .square.good { background: var(--good-soft); color: var(--good); }
    .square.part { background: var(--part-soft); color: var(--part); }
    .square.caution { background: var(--caution-soft); color: var(--caution); }
    .square.bad { background: var(--bad); color: var(--card); }
    .square.none { color: var(--dim); box-shadow: inset 0 0 0 1px var(--line); }
    .legend {
      display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; margin: 1rem 0 0; color: var(--dim); font-size: .875rem;
    }
    .service + .service { margin-top: 1.25rem; }

    /* Findings. */
    .filter {
      position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; align-items: center; gap: .6rem 1rem;
      background: var(--page); border-bottom: 1px solid var(--line); padding-block: .75rem; margin-bottom: 1.25rem;
    }
    .filter label { min-width: 0; max-width: 100%; }
    .filter select { max-width: min(100%, 20rem); }
    .filter label > span:first-child { margin-right: .5rem; color: var(--dim); }
    .filter .find { flex: 1 1 18rem; display: flex; align-items: center; }
    .filter input[type="search"], .filter select {
      font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px;
      padding: .35rem .65rem; min-width: 0;
    }
    .filter input[type="search"] { flex: 1; width: 100%; }
    .filter fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .4rem; }
    .filter .chip {
      display: inline-flex; align-items: center; gap: .4rem; border: 1px solid var(--line); border-radius: 99px;
      padding: .3rem .8rem; background: var(--card); cursor: pointer;
    }
    .filter .chip:has(:checked) { background: var(--tone-soft); border-color: var(--tone); color: var(--tone); }
    .filter .chip:has(:focus-visible) { outline: 3px solid var(--note); outline-offset: 2px; }
    .filter .chip span:first-of-type { color: inherit; margin: 0; }
    .chip input { accent-color: var(--tone); margin: 0; }
    .filter output { color: var(--dim); min-width: 7rem; }
    .endpoint { margin-bottom: 2rem; }
    /* A browser lays out what is in sight only, where there is very much. */
    .large .endpoint { content-visibility: auto; contain-intrinsic-size: auto 20rem; }
    .kind { margin: 0 0 1rem; font-size: 1.0625rem; color: var(--tone); }
    .kind .count { margin-left: .5em; color: var(--dim); font-weight: 400; }
    .severity + .severity { margin-top: 2.5rem; }
    .endpoint-name { margin: 0 0 .75rem; font-size: 1rem; break-after: avoid; display: flex; flex-wrap: wrap; align-items: baseline; gap: .15rem .75rem; }
    .endpoint-name code { font-size: 1.0625rem; font-weight: 650; }
    .request { font: .875rem var(--mono); color: var(--dim); }
    .endpoint-name > * { min-width: 0; }
    .of, .standing { font-size: .8125rem; font-weight: 400; color: var(--dim); }
    .standing { border: 1px solid var(--line); border-radius: 99px; padding: 0 .6rem; }
    .finding {
      background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 6px;
      padding: .9rem 1.1rem .8rem; margin-bottom: .75rem; break-inside: avoid;
    }
    .finding h5 {
      display: flex; flex-wrap: wrap; align-items: baseline; gap: .3rem .75rem; margin: 0; font-size: 1rem;
      font-weight: 650;
    }
    .badge {
      background: var(--tone-soft); color: var(--tone); border-radius: 4px; padding: .05rem .5rem;
      font-size: .8125rem;
    }
    .times { color: var(--dim); font-weight: 400; font-size: .875rem; }
    .pointer { display: block; margin-top: .35rem; color: var(--dim); }
    .message { margin: .35rem 0 0; max-width: 52rem; }
    .compare {
      display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: .6rem;
      margin: .7rem 0 0;
    }
    .compare > div { border-radius: 6px; padding: .45rem .75rem .55rem; background: var(--side); }
    .compare .expected { --side: var(--good-soft); --strong: var(--good); }
    .compare .actual { --side: var(--bad-soft); --strong: var(--bad); }
    .compare dt { font-size: .75rem; color: var(--strong); }
    .compare dd { margin: 0; white-space: pre-wrap; }
    mark {
      color: var(--strong); font-weight: 700; border-radius: 3px; padding-block: .1em;
      background: color-mix(in srgb, var(--strong) 20%, transparent); box-shadow: inset 0 -2px var(--strong);
    }
    mark.whole { background: none; box-shadow: none; padding: 0; }
    .sides {
      display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: .6rem;
      margin: .7rem 0 0;
    }
    .sides figure { margin: 0; min-width: 0; background: var(--soft); border-radius: 6px; }
    .sides figcaption { padding: .45rem .75rem 0; font-size: .75rem; color: var(--dim); }
    .sides figcaption b { margin-right: .6rem; color: var(--ink); }
    .sides .lines { overflow-x: auto; padding: .4rem 0 .6rem; font: .8125rem/1.45 var(--mono); }
    .sides .line { padding-right: .75rem; width: max-content; min-width: 100%; white-space: pre; }
    .sides .line::before {
      content: attr(data-line); display: inline-block; width: 3.2rem; padding-right: .75rem; text-align: right;
      color: var(--dim);
    }
    .sides .here { background: var(--tone-soft); box-shadow: inset 3px 0 var(--tone); }
    .witness { border: 0; margin-top: .4rem; }
    .witness[open] { padding-bottom: 0; }
    .witness pre { margin: 0; }
    .exchange, .waive { border: 0; margin-top: .4rem; }
    .exchange[open], .waive[open] { padding-bottom: .25rem; }
    .exchange summary, .waive summary { padding: .2rem 0; font-size: .875rem; color: var(--dim); }
    .exchange .sides { margin-top: .3rem; }
    .exchange .sides pre {
      margin: 0; padding: .35rem .75rem .6rem; background: none; font-size: .8125rem; max-height: 26rem; overflow: auto;
      white-space: pre; overflow-wrap: normal;
    }
    .command { position: relative; margin-top: .6rem; }
    .command pre { margin: 0; padding-right: 5rem; font-size: .8125rem; white-space: pre; overflow-wrap: normal; }
    .copy {
      position: absolute; top: .4rem; right: .4rem; font: .8125rem var(--sans); color: var(--ink); cursor: pointer;
      background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .2rem .6rem;
    }
    .notes {
      display: flex; flex-wrap: wrap; gap: .1rem 1.25rem; margin: .7rem 0 0; font-size: .8125rem;
      color: var(--dim);
    }
    .notes div { display: flex; gap: .4rem; }
    .notes dt { flex: none; }
    .notes dt::after { content: ":"; }
    .notes dd { margin: 0; font-family: var(--mono); }

    /* The rest. */
    .skipped { margin: 0 0 .5rem; }
    .skipped b { margin-right: .75rem; }
    details { border-bottom: 1px solid var(--line); }
    summary { cursor: pointer; padding: .5rem 0; }
    summary span { margin-left: .75rem; color: var(--dim); }
    summary code { font-weight: 600; }
    details[open] { padding-bottom: 1rem; }
    .scroll { overflow-x: auto; }
    .calls { border-collapse: collapse; width: 100%; font-size: .875rem; }
    .calls th, .calls td {
      text-align: left; padding: .3rem 1rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top;
    }
    .calls td:last-child, .calls th:last-child { text-align: right; padding-right: 0; }
    .calls .passed td:nth-child(3) { color: var(--good); }
    .calls .failed td:nth-child(3) { color: var(--bad); }
    .calls .drifted td:nth-child(3) { color: var(--caution); }
    .evidence { border-collapse: collapse; width: 100%; font-size: .875rem; }
    .evidence th, .evidence td {
      text-align: left; font-weight: 400; padding: .35rem 1rem .35rem 0; border-bottom: 1px solid var(--line);
      vertical-align: top;
    }
    .evidence thead th, .calls thead th { color: var(--dim); }
    .evidence td:nth-child(2) { white-space: nowrap; }
    .evidence td:last-child { width: 50%; padding-right: 0; }
    .evidence details { border: 0; }
    .evidence details[open] { padding-bottom: .25rem; }
    .evidence summary { padding: 0; }
    .tip {
      position: absolute; z-index: 3; max-width: min(18rem, 90vw); padding: .35rem .65rem; border-radius: 6px;
      background: var(--ink); color: var(--page); font-size: .8125rem; pointer-events: none;
    }
    .unseen-things { margin: 0; padding-left: 1.25rem; columns: 22rem; color: var(--dim); }
    .excused .where { margin: .75rem 0 .35rem; }
    .explained { max-width: 52rem; margin-bottom: 1.75rem; }
    .explained h3 { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: baseline; }
    .explained p { margin: 0; }
    :target { scroll-margin-top: 5rem; }
    .explained:target, .endpoint:target > .endpoint-name {
      background: var(--note-soft); box-shadow: 0 0 0 .5rem var(--note-soft); border-radius: 2px;
    }
    footer { color: var(--dim); font-size: .875rem; padding-block: 0 2rem; }
    @media (max-width: 40rem) {
      .filter { position: static; }
      .filter .find { flex-basis: 100%; }
      .plumb { width: 3rem; height: 5.6rem; margin-left: .5rem; }
      .numbers { gap: .75rem 1.5rem; }
      .finding { padding-inline: .85rem; }
      .bars { grid-template-columns: 1fr 1fr; }
      .evidence thead { display: none; }
      .evidence tr { display: grid; grid-template-columns: 1fr auto; border-bottom: 1px solid var(--line); }
      .evidence th, .evidence td { border: 0; padding-right: 0; }
      .evidence td:last-child { grid-column: 1 / -1; width: auto; padding-top: 0; color: var(--dim); }
    }
    @media print {
      :root {
        --page: #fff; --card: #fff; --ink: #000; --dim: #444; --line: #bbb; --soft: #fff; --bad: #a11; --bad-soft: #fff;
        --caution: #740; --caution-soft: #fff; --note: #124; --note-soft: #fff; --good: #052; --good-soft: #fff;
        --part: #234; --part-soft: #fff;
      }
      body { font-size: 10pt; }
      .filter, .skip, .copy, .waive { display: none; }
      .large .endpoint { content-visibility: visible; }
      .square { box-shadow: inset 0 0 0 1px #bbb; }
      .square.bad { color: #000; background: #fff; box-shadow: inset 0 0 0 2px #000; }
      .compare > div { border: 1px solid var(--line); }
      .top, main, footer { padding-inline: 0; }
    }

    """#
}
