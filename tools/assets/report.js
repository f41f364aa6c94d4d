"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const root = document.getElementById("report");
  const sets = data.sets;
  const two = sets.length > 1;
  const first = sets[0].summary;
  const colours = ["var(--a)", "var(--b)"];
  const labels = sets.map((it) => it.label);
  const colourOf = (label) => colours[labels.indexOf(label)];

  // Small helpers: elements, numbers.
  const el = (name, attributes = {}, ...children) => {
    const it = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined) it.setAttribute(key, value);
    }
    it.append(...children.filter((child) => child !== null));
    return it;
  };
  const num = (value, digits = 1) => value.toLocaleString("en", {
    minimumFractionDigits: digits, maximumFractionDigits: digits });
  const pct = (value) => `${num(value * 100, 0)} %`;
  const count = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;
  // How wide a letter of a label is, about, and a name with no more than so many letters.
  const LETTER = 6.5;
  const shortened = (name, n) => name.length > n ? `${name.slice(0, Math.max(n - 1, 1))}…` : name;
  const charts = [];
  const section = (title, what, ...children) => el("section", {},
    el("h2", {}, title), what ? el("p", { class: "what" }, what) : null, ...children);
  const chart = (draw, label) => {
    const box = el("div", { class: "chart", role: "img", "aria-label": label });
    charts.push({ box, draw });
    return box;
  };
  const base = (width, more) => ({
    width, style: { background: "transparent", color: "inherit", overflow: "visible" },
    marginTop: two ? 48 : 30, marginLeft: 48, marginBottom: 42, ...more,
  });
  // In a comparison every chart is drawn for both sets, one beside the other.
  const facet = two ? { fx: "set" } : {};
  const facets = (width) => two ? { fx: { label: null, domain: labels, padding: width < 600 ? 0.25 : 0.12 },
    width: Math.max(width, 300) } : {};
  const each = (of) => sets.flatMap((set) => of(set).map((row) => ({ ...row, set: set.label })));
  const fill = two ? (row) => colourOf(row.set) : () => colours[0];

  // A histogram of [value, count] pairs with bins that people can read.
  const histogram = (key, label, of) => chart((width) => {
    const rows = each((set) => set[key].map(([value, n]) => ({ value, n })));
    const total = new Map(sets.map((set) => [set.label, d3.sum(set[key], (it) => it[1])]));
    const [low, high] = d3.extent(rows, (row) => row.value);
    const span = high - low;
    // Few games in many bins would look like a comb.
    const n_bins = Math.max(6, Math.min(20, Math.sqrt(d3.max(total.values()))));
    const step = span <= 24 ? 1 : Math.max(1, d3.tickIncrement(low, high, n_bins));
    const at = (value) => Math.floor(value / step) * step;
    const bins = d3.rollups(rows, (it) => d3.sum(it, (row) => row.n), (row) => row.set,
      (row) => at(row.value)).flatMap(([set, its]) => its.map(([from, n]) => ({
        set, from: from - (step === 1 ? 0.5 : 0), to: from + (step === 1 ? 0.5 : step),
        value: step === 1 ? `${from}` : `${from} to ${from + step - 1}`,
        share: n / total.get(set), n })));
    return Plot.plot(base(width, {
      height: 240, ...facets(width), x: { label, nice: false, ...(span <= 24 ? { ticks: d3.ticks(low, high, Math.min(span + 1, width / (two ? 90 : 45))).filter(Number.isInteger), tickFormat: "d" } : {}) }, y: { label: `share of ${of}`, grid: true,
        tickFormat: (value) => `${Math.round(value * 1000) / 10} %` },
      marks: [
        Plot.rectY(bins, { x1: "from", x2: "to", y: "share", ...facet, fill, inset: 0.5,
          title: (bin) => `${bin.value}: ${bin.n} (${num(bin.share * 100)} %)`, tip: true }),
        Plot.ruleY([0]),
      ] }));
  }, label);

  const forest = (rows, { label, at, format = pct, left = 70 }) => chart((width) => Plot.plot(base(width, {
    height: 52 + 30 * new Set(rows.map((row) => row.id)).size, marginLeft: left, ...facets(width),
    x: { label, grid: true, tickFormat: format, nice: true, inset: 6 },
    y: { label: null, domain: [...new Set(rows.map((row) => row.id))] },
    marks: [
      at === undefined ? null : Plot.ruleX([at], { stroke: "currentColor", strokeDasharray: "4 3", strokeOpacity: 0.6 }),
      Plot.ruleY(rows, { y: "id", x1: "low", x2: "high", ...facet, stroke: fill, strokeWidth: 3, strokeOpacity: 0.5 }),
      Plot.dot(rows, { y: "id", x: "value", ...facet, fill, r: 5, title: "title", tip: true }),
    ] })), label);

  // The head: always what was played, by whom, how often.
  const head = () => {
    const bots = (it) => `${it.bots.length > 1 ? "bots" : "bot"}: ${it.bots.join(", ")}`;
    const line = (it) => `${it.packs.join(" + ")} · ${count(it.players, "player")}`;
    root.append(el("h1", {}, two ? `${labels[0]} and ${labels[1]}` : first.title));
    const games = two ? `${count(data.comparison.pairs, "pair")} of games on the same seeds`
      : count(first.games, "game") + (first.games + first.n_failed < first.asked ? ` of ${first.asked} asked for` : "");
    root.append(el("p", {}, `${games} · ${bots(first)} · seed ${first.seed}`));
    sets.forEach((set, index) => root.append(el("p", { class: "soft" },
      two ? el("b", { class: index ? "set-b" : "set-a" }, set.label) : "", two ? " · " : "", line(set.summary))));
  };
  const cards = () => {
    const card = (name, of, more) => el("div", { class: "card" }, el("span", {}, name),
      ...sets.map((set, index) => el("b", { class: two ? (index ? "set-b" : "set-a") : null }, of(set.summary))),
      more ? el("span", {}, more) : null);
    const mean = (it) => num(it.mean);
    root.append(el("div", { class: "cards" },
      card("mean score", (it) => mean(it.score), two ? null : `95 %: ${num(first.score.low)} to ${num(first.score.high)}`),
      card("winning score", (it) => mean(it.winning_score), two ? null : `half: ${num(first.winning_score.p25, 0)} to ${num(first.winning_score.p75, 0)}`),
      first.margin.n ? card("lead of the winner", (it) => mean(it.margin), two ? null : `median ${num(first.margin.median, 0)}`) : "",
      card("decisions in a game", (it) => num(it.length[0].spread.mean, 0), two ? null : `${num(first.length[0].spread.min, 0)} to ${num(first.length[0].spread.max, 0)}`),
      card("options at a decision", (it) => num(it.options_per_decision)),
      card("changes of the lead", (it) => mean(it.lead_changes))));
  };

  const words = { more: "more", less: "less", same: "about the same", unclear: "not clear" };
  const differences = () => {
    const it = data.comparison;
    const small = (row) => it.seats.includes(row);
    const show = (row, value, sign) => {
      const text = small(row) ? `${num(value * 100)}` : num(value, Math.abs(value) < 10 ? 2 : 1);
      return (sign && value > 0 ? "+" : "") + text + (small(row) ? (sign ? " pp" : " %") : "");
    };
    const rows = (list, prefix = "") => list.map((row) => el("tr", {},
      el("td", {}, prefix + row.name), el("td", {}, show(row, row.a)), el("td", {}, show(row, row.b)),
      el("td", {}, show(row, row.difference, true)),
      el("td", {}, `${show(row, row.low, true)} to ${show(row, row.high, true)}`),
      el("td", { class: `text ${row.verdict}` }, words[row.verdict])));
    const heads = ["", labels[0], labels[1], "difference", "interval", ""];
    const table = el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((it, index) =>
      el("th", { class: index === 5 ? "text" : null }, it)))),
      el("tbody", {}, ...rows(it.figures), ...rows(it.seats, "wins of "), ...rows(it.points, "points: ")));
    const stop = it.early ? `The answer was clear after ${it.pairs} of at most ${it.asked} pairs.`
      : `${it.pairs} of at most ${it.asked} pairs were played.`;
    root.append(section("What is different", `${stop} Rule: ${it.rule}. Wins differ by percentage points (pp).`, el("div", { class: "scroll" }, table)));
  };

  const scores = () => section("Scores", "Points of all seats at the end of the game.",
    histogram("scores", "points", "seats"));
  const seats = () => {
    const rows = each((set) => set.summary.seats.map((it) => ({ id: it.id, value: it.wins.rate,
      low: it.wins.low, high: it.wins.high,
      title: `${it.id} wins ${pct(it.wins.rate)} (95 %: ${pct(it.wins.low)} to ${pct(it.wins.high)})\nmean score ${num(it.score.mean)}` })));
    return section("Seats", "How often each seat wins, with 95 % intervals (Wilson). The dashed line is an even share.",
      forest(rows, { label: "share of games won", at: 1 / first.seats.length }));
  };
  const bots = () => {
    if (first.by_bot.length < 2) return "";
    const rows = each((set) => set.summary.by_bot.map((it) => ({ id: it.id, value: it.wins.rate,
      low: it.wins.low, high: it.wins.high,
      title: `${it.id} wins ${pct(it.wins.rate)} of ${it.wins.n}\nmean score ${num(it.score.mean)}` })));
    return section("Bots", "How often each bot wins from all seats together.",
      forest(rows, { label: "share of games won", at: 1 / first.seats.length, left: 110 }));
  };
  const points = () => {
    const lines = [...new Map(sets.flatMap((set) => set.summary.points.map((it) => [it.id, it.name]))).values()];
    const rows = each((set) => set.summary.points.flatMap((it) => [
      { line: it.name, who: "winners", points: it.winners, share: it.share },
      { line: it.name, who: "others", points: it.others, share: it.share }]));
    const longest = d3.max(lines, (it) => it.length) || 1;
    return section("Where the points come from", "Mean points of a seat by line of the score sheet: winners (full) and the others (pale).",
      chart((width) => Plot.plot(base(width, {
        height: 56 + 40 * lines.length, marginLeft: Math.min(20 + longest * LETTER, width * 0.4), ...facets(width),
        x: { label: "points of a seat", grid: true }, y: { axis: null, domain: ["winners", "others"], padding: 0.05 },
        fy: { label: null, domain: lines, axis: "left", padding: 0.25,
          tickFormat: (line) => shortened(line, Math.floor((width * 0.4 - 20) / LETTER)) },
        marks: [Plot.barX(rows, { fy: "line", y: "who", x: "points", ...facet, fill,
          fillOpacity: (row) => row.who === "winners" ? 0.95 : 0.45,
          title: (row) => `${row.line}, ${row.who}: ${num(row.points)}\n${pct(row.share)} of all points`, tip: true }),
        Plot.ruleX([0])] })), "points by line"));
  };
  const length = () => section("Length", "Decisions in a game.", histogram("decisions", "decisions", "games"),
    el("ul", { class: "facts" }, ...sets.map((set) => el("li", {}, two ? `${set.label}: ` : "", "a game has on average ",
      set.summary.length.map((it) => `${num(it.spread.mean)} ${it.of === "decisions" ? it.of : `× ${it.of}`} (${num(it.spread.min, 0)} to ${num(it.spread.max, 0)})`).join(", ")))));
  const leads = () => section("Changes of the lead", "How often another seat came to lead alone.",
    histogram("lead_changes", "changes", "games"));

  // What was taken: a picture of pick rate and win rate, and a table to look things up.
  const content = () => {
    const used = each((set) => set.summary.content.filter((it) => it.picked.n > 0));
    if (!used.length) return "";
    const kinds = [...new Set(used.filter((it) => it.picked.count > 0).map((it) => it.kind))]
      .filter((kind) => new Set(used.filter((it) => it.kind === kind).map((it) => it.id)).size > 1);
    if (!kinds.length) return "";
    const select = el("select", { "aria-label": "kind" }, ...kinds.map((kind) => el("option", { value: kind }, kind)));
    const n_of = (kind) => new Set(used.filter((it) => it.kind === kind && it.picked.count > 0).map((it) => it.id)).size;
    select.value = d3.greatest(kinds.filter((kind) => kind !== "menu option"), n_of) ?? kinds[0];
    const even = 1 / first.seats.length;
    const anchor = (it) => it.picked.rate > 0.85 ? "end" : it.picked.rate < 0.12 ? "start" : "middle";
    // Names of what wins clearly more or less often, the clearest first, where they do not cover one another.
    const named = (rows, width, high) => {
      const far = (it) => Math.max(it.won.low - even, even - it.won.high);
      const [wide, tall] = [(width - 68) / sets.length, 274];
      const placed = [];
      for (const it of d3.sort(rows.filter((it) => far(it) > 0), (it) => -far(it))) {
        const length = it.name.length * LETTER;
        const shift = { start: 0, middle: length / 2, end: length }[anchor(it)];
        const box = { set: it.set, x: it.picked.rate * wide - shift, y: (1 - it.won.rate / high) * tall, length };
        const covers = (other) => other.box.set === box.set && Math.abs(other.box.y - box.y) < 13
          && box.x < other.box.x + other.box.length && other.box.x < box.x + box.length;
        if (!placed.some(covers)) placed.push({ it, box });
      }
      return placed.map(({ it }) => it);
    };
    const plot = chart((width) => {
      const rows = used.filter((it) => it.kind === select.value && it.won.n > 0);
      const high = Math.min(1, Math.max(even * 2, d3.max(rows, (it) => it.won.rate) || 0) * 1.1);
      const names = named(rows, width, high);
      return Plot.plot(base(width, {
        height: 360, insetTop: 14, ...facets(width), x: { label: "share of the seats that could take it and did", domain: [0, 1], grid: true, tickFormat: pct },
        y: { label: "share of games won by those who took it", domain: [0, high], grid: true, tickFormat: pct },
        r: { range: [3, 11] },
        marks: [
          Plot.ruleY([even], { stroke: "currentColor", strokeDasharray: "4 3", strokeOpacity: 0.6 }),
          Plot.dot(rows, { x: (it) => it.picked.rate, y: (it) => Math.min(it.won.rate, high), r: (it) => it.won.n, ...facet, fill, fillOpacity: 0.55, stroke: fill,
            title: (it) => `${it.name}\ntaken by ${pct(it.picked.rate)} (${it.picked.count} of ${it.picked.n} seats)\nwins ${pct(it.won.rate)} (95 %: ${pct(it.won.low)} to ${pct(it.won.high)})`, tip: true }),
          ...["start", "middle", "end"].map((textAnchor) => Plot.text(names.filter((it) => anchor(it) === textAnchor), {
            x: (it) => it.picked.rate, y: (it) => Math.min(it.won.rate, high), text: "name", ...facet, textAnchor,
            dy: -14, fontSize: 10, fill: "currentColor", fillOpacity: 0.85, stroke: "var(--card)", strokeWidth: 3 })),
        ] }));
    }, "pick rate and win rate");
    const box = el("div");
    const many = el("span", { class: "soft" });
    const refresh = () => {
      redraw();
      many.textContent = ` ${n_of(select.value)} of ${new Set(used.filter((it) => it.kind === select.value).map((it) => it.id)).size} were taken`;
      box.replaceChildren(table(used.filter((it) => it.kind === select.value)));
    };
    select.addEventListener("change", refresh);
    queueMicrotask(refresh);
    return section("What is taken, and what wins",
      "Each dot is a piece or an option. To the right: more of the seats that could take it did. Up: those who took it won more often. Names stand where the 95 % interval leaves out an even share (dashed), as far as there is room; point at a dot for the others. Who takes much may win because of it, or take it because they win.",
      el("div", { class: "tools" }, el("label", {}, "kind ", select), many), plot, box);
  };
  const table = (rows) => {
    const columns = [["name", (it) => it.name], two ? ["set", (it) => it.set] : null,
      ["offered", (it) => it.picked.n], ["took", (it) => it.picked.count], ["rate", (it) => it.picked.rate, pct],
      ["won", (it) => it.won.n ? it.won.rate : -1, (value) => value < 0 ? "–" : pct(value)],
      ["95 %", (it) => it.won.low, (value, it) => it.won.n ? `${pct(it.won.low)} to ${pct(it.won.high)}` : "–"],
      ["mean score", (it) => it.won.n ? it.score : -1e9, (value) => value < -1e8 ? "–" : num(value)]].filter(Boolean);
    const body = el("tbody");
    const heads = columns.map(([name]) => el("th", { class: name === "set" ? "text" : null }, el("button", { type: "button" }, name)));
    const sort = (index, up) => {
      const key = columns[index][1];
      const sorted = d3.sort(rows, (a, b) => (up ? 1 : -1) * d3.ascending(key(a), key(b)));
      body.replaceChildren(...sorted.map((it) => el("tr", {}, ...columns.map(([name, of, format = (value) => typeof value === "number" ? value.toLocaleString("en") : value]) =>
        el("td", { class: name === "set" ? "text" : null }, `${format(of(it), it)}`)))));
      heads.forEach((th, at) => at === index ? th.setAttribute("aria-sort", up ? "ascending" : "descending") : th.removeAttribute("aria-sort"));
    };
    heads.forEach((th, index) => th.firstChild.addEventListener("click", () =>
      sort(index, th.getAttribute("aria-sort") === "descending")));
    sort(columns.findIndex(([name]) => name === "rate"), false);
    return el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ...heads)), body));
  };

  const moved = () => {
    const rows = data.comparison.content.filter((it) => it.taken.a > 0 || it.taken.b > 0 || it.sets !== "both");
    const clear = rows.filter((it) => it.taken.verdict === "more" || it.taken.verdict === "less");
    const shown = (clear.length ? clear : rows).slice(0, 25).map((it) => ({ ...it, id: it.name }));
    if (!shown.length) return "";
    const longest = d3.max(shown, (it) => it.name.length);
    const room = (width) => Math.min(16 + longest * LETTER, width * 0.45);
    const short = (width) => (name) => shortened(name, Math.floor((room(width) - 16) / LETTER));
    const picture = chart((width) => Plot.plot(base(width, {
      height: 72 + 20 * shown.length, marginLeft: room(width),
      x: { label: "more or fewer seats take it, percentage points", grid: true, tickFormat: (value) => `${value > 0 ? "+" : ""}${num(value * 100, 0)}` },
      y: { label: null, domain: shown.map((it) => it.name), tickFormat: short(width) },
      marks: [Plot.ruleX([0], { strokeOpacity: 0.6 }),
        Plot.ruleY(shown, { y: "name", x1: (it) => it.taken.low, x2: (it) => it.taken.high, strokeOpacity: 0.35, strokeWidth: 3 }),
        Plot.dot(shown, { y: "name", x: (it) => it.taken.difference, r: 4.5, fill: (it) => it.taken.difference < 0 ? "var(--a)" : "var(--b)",
          title: (it) => `${it.name} (${it.kind})\n${labels[0]}: ${it.sets === "only-b" ? "not there" : `taken by ${pct(it.taken.a)}, wins ${pct(it.won_a.rate)}`}\n${labels[1]}: ${it.sets === "only-a" ? "not there" : `taken by ${pct(it.taken.b)}, wins ${pct(it.won_b.rate)}`}`, tip: true })] })),
      "what moved");
    const what = clear.length
      ? `Share of seats that take it: ${labels[1]} minus ${labels[0]}, with intervals that hold for all of them together. ${count(clear.length, "thing")} moved clearly${clear.length > shown.length ? `; the ${shown.length} that moved most are shown` : ""}.`
      : "Nothing is clearly taken more or less often; what moved most, with intervals that hold for all of them together.";
    return section("What moved", what, picture);
  };

  const unused = () => {
    const list = (title, key) => sets.map((set) => {
      const its = set.summary[key];
      return its.length ? section(two ? `${title}: ${set.label}` : title, null,
        el("ul", { class: "names" }, ...its.map((it) => el("li", {}, it.name, el("span", { class: "soft" }, ` ${it.kind}`))))) : "";
    });
    return [...list("In play, and never taken", "never_taken"), ...list("Never came into play", "never_seen")];
  };
  const failed = () => sets.map((set) => set.summary.n_failed ? el("section", { class: "warn" },
    el("h2", {}, `${count(set.summary.n_failed, "game")} did not come to an end`),
    el("ul", {}, ...set.summary.failed.map((it) => el("li", {}, `game ${it.game}, seed ${it.seed}: ${it.why}`)))) : "");
  const faults = () => sets.map((set) => set.summary.n_faults ? el("section", { class: "warn" },
    el("h2", {}, `In ${count(set.summary.n_faults, "game")} a script failed`),
    el("p", {}, "The choices that led there were taken back: what these games show is not what the rules say."),
    el("ul", {}, ...set.summary.faults.map((it) => el("li", {}, `game ${it.game}, seed ${it.seed}: ${it.why}`)))) : "");

  // Where the work of the rules goes, if it was counted.
  const profile = () => {
    const it = data.profile;
    if (!it || !it.total.work) return "";
    const whole = (n) => n.toLocaleString("en");
    const part = (share) => `${num(share * 100)} %`;
    const place = (row) => row.line ? `${row.file}:${row.line}` : "";
    const grid = (heads, rows) => el("div", { class: "scroll" }, el("table", {},
      el("thead", {}, el("tr", {}, ...heads.map((name) => el("th", { class: name === "place" ? "text" : null }, name)))),
      el("tbody", {}, ...rows.map((cells) => el("tr", {}, ...cells.map((cell, at) => el("td", { class: at === 1 ? "text" : null }, cell)))))));
    const of = (rows, name, often) => grid([name, "place", "share", "ahead", often, "each"], rows.slice(0, 40).map((row) => [
      row.kind === "engine" || name === "line" ? row.name : `${row.kind} ${row.name}`, place(row), part(row.share), part(row.ahead / it.total.work),
      whole(row[often]), row[often] ? num(row.work / row[often]) : "–"]));
    const asked = it.look_ahead.flatMap((row) => [[row.name, place(row), part(row.share), whole(row.times), whole(row.trials)],
      ...row.options.map((option) => [`… ${option.name}`, "", part(option.share), whole(option.times), whole(option.trials)])]);
    return section("Where the work goes",
      `${whole(it.total.work)} units of fuel, ${part(it.total.ahead / it.total.work)} of them to look ahead. Shares are work of its own, without what it calls; “ahead” is the part of all work that it does to look ahead.`,
      of(it.rules, "rule", "calls"), of(it.lines, "line", "times"), asked.length ? grid(["looked ahead from", "place", "share", "times", "trials"], asked.slice(0, 60)) : null);
  };

  const redraw = () => {
    for (const { box, draw } of charts) {
      const width = Math.floor(box.clientWidth || root.clientWidth - 40);
      if (width > 0) box.replaceChildren(draw(width));
    }
  };
  root.replaceChildren();
  head();
  root.append(...failed(), ...faults());
  cards();
  if (two) differences();
  if (two) root.append(scores(), moved(), seats(), points(), length(), leads(), bots(), content(), ...unused());
  else {
    root.append(el("div", { class: "pair" }, scores(), seats()));
    root.append(el("div", { class: "pair" }, points(), length()));
    root.append(el("div", { class: "pair" }, leads(), bots()), content(), ...unused(), profile());
  }
  redraw();
  let wide = root.clientWidth;
  new ResizeObserver(() => {
    if (root.clientWidth !== wide) {
      wide = root.clientWidth;
      redraw();
    }
  }).observe(root);
  addEventListener("beforeprint", redraw);
})();
