// Search, filters and grouping of the findings, and the keys for them.
(() => {
  const search = $("search");
  if (!search) return;
  const form = search.form, levels = [...form.querySelectorAll("[name=level]")];
  const selects = ["case", "rule", "environment"].map($).filter(Boolean), view = $("view");
  const groups = $("groups"), regrouped = $("regrouped");
  const sections = [...groups.querySelectorAll(".rule")];
  const all = [...groups.querySelectorAll(".finding")].map((item) => ({
    item, home: item.parentElement, details: item.firstElementChild, shown: true, text: null, files: item.dataset.file,
    level: item.dataset.level, rule: item.dataset.rule, case: item.dataset.rule.split("/")[0],
    environments: (item.dataset.environments || "").split("\n").filter(Boolean).map((name) => "=" + name),
  }));
  for (const f of all) if (!f.environments.length) f.environments = ["-"];
  let grouping = "", drawn = "";

  // The state of the page, which its address keeps.
  const state = () => ({
    q: search.value.trim(), level: levels.filter((l) => l.checked).map((l) => l.value).join(","),
    ...Object.fromEntries(selects.map((s) => [s.id, s.value])), view: view.value,
  });
  function read() {
    const given = new URLSearchParams(location.hash.startsWith("#?") ? location.hash.slice(2) : "");
    search.value = given.get("q") || "";
    const wanted = (given.get("level") || "").split(",");
    for (const l of levels) l.checked = wanted.includes(l.value);
    for (const s of [...selects, view]) {
      s.value = given.get(s.id) || "";
      if (s.selectedIndex < 0) s.value = "";
    }
  }
  function keep() {
    const kept = new URLSearchParams(Object.entries(state()).filter(([, value]) => value));
    const text = kept.toString();
    if (text || location.hash.startsWith("#?")) history.replaceState(null, "", text ? "#?" + text : "#");
  }

  // A finding is found by its own text, by its rule with the remedy, and by the incident.
  const texts = new Map();
  function about(rule) {
    if (!texts.has(rule)) texts.set(rule, [".advice", ".remedy"].map((part) => rule.querySelector(":scope > " + part)).concat(rule.parentElement.querySelector(":scope > .incident")).map((part) => part?.textContent).join(" ").toLowerCase());
    return texts.get(rule);
  }
  const own = (f) => (f.text ??= f.item.textContent.toLowerCase());
  const holds = (f, word) => own(f).includes(word) || about(f.home.parentElement).includes(word);
  // missed lists the facets by which a finding is left out.
  function missed(f, s, words) {
    const by = [];
    if (s.level && !s.level.split(",").includes(f.level)) by.push("level");
    if (s.case && s.case !== f.case) by.push("case");
    if (s.rule && s.rule !== f.rule) by.push("rule");
    if (s.environment && !f.environments.includes(s.environment)) by.push("environment");
    if (by.length < 2 && words.some((w) => !holds(f, w))) by.push("q", "q");
    return by;
  }

  function update() {
    const s = state(), words = s.q.toLowerCase().split(/\s+/).filter(Boolean);
    const counts = { level: {}, case: {}, rule: {}, environment: {} };
    const count = (facet, value) => { counts[facet][value] = (counts[facet][value] || 0) + 1; };
    let shown = 0;
    for (const f of all) {
      const by = missed(f, s, words);
      f.shown = !by.length;
      f.item.hidden = !f.shown;
      if (f.shown) shown++;
      for (const facet of ["level", "case", "rule"]) if (!by.length || (by.length === 1 && by[0] === facet)) count(facet, f[facet]);
      if (!by.length || (by.length === 1 && by[0] === "environment")) for (const name of f.environments) count("environment", name);
    }
    const filtered = Boolean(s.q || s.level || s.case || s.rule || s.environment);
    label(counts, shown, filtered);
    group(s);
    hideEmpty(filtered);
    nameToggle();
  }

  function label(counts, shown, filtered) {
    for (const b of form.querySelectorAll("[data-count]")) b.textContent = counts.level[b.dataset.count] || 0;
    for (const select of selects) {
      for (const option of select.options) if (option.value) option.textContent = `${option.dataset.text} (${counts[select.id][option.value] || 0})`;
    }
    const total = all.length + (all.length === 1 ? " finding" : " findings");
    $("count").textContent = filtered ? `${shown} of ${total}` : total;
    $("nothing").hidden = shown > 0;
    $("unfilter").hidden = !filtered;
  }

  // group puts the findings into the groups of the view: what belongs to several stands in
  // the first that is asked for, and the others lead to it.
  function group(s) {
    grouping = s.view;
    const wanted = grouping === "environment" ? "environment " + s.environment : grouping;
    if (wanted === drawn) return;
    drawn = wanted;
    regrouped.replaceChildren();
    regrouped.hidden = $("incidents").hidden = !grouping;
    if (!grouping) {
      for (const f of all) f.home.append(f.item);
      return;
    }
    const lists = new Map();
    for (const f of all) for (const name of names(f, s)) lists.set(name, []);
    for (const f of all) names(f, s).forEach((name, i) => lists.get(name).push(i ? elsewhere(f) : f.item));
    for (const name of [...lists.keys()].sort(byName)) regrouped.append(section(name, lists.get(name)));
  }
  function names(f, s) {
    if (grouping === "file") return [f.files];
    return s.environment && f.environments.includes(s.environment) ? [s.environment] : f.environments;
  }
  const byName = (a, b) => (a === "-") - (b === "-") || (a < b ? -1 : a > b ? 1 : 0);
  function section(name, items) {
    const box = document.createElement("section"), title = document.createElement("h3"), list = document.createElement("ul");
    title.textContent = name === "-" ? "not deployed by Flux or Argo CD" : grouping === "file" ? name : name.slice(1);
    box.className = "case";
    list.className = "findings";
    list.setAttribute("role", "list");
    list.append(...items);
    box.append(title, list);
    return box;
  }
  function elsewhere(f) {
    const item = document.createElement("li"), link = document.createElement("a");
    item.className = "finding elsewhere";
    item.ofFinding = f;
    link.href = "#" + f.item.querySelector(".body").id;
    link.textContent = f.item.querySelector(".message").textContent + " (above)";
    item.append(link);
    return item;
  }

  // hideEmpty hides what has no finding left. The stories stay where they are read.
  function hideEmpty(filtered) {
    for (const item of regrouped.querySelectorAll(".elsewhere")) item.hidden = !item.ofFinding.shown;
    for (const box of regrouped.children) box.hidden = !box.querySelector(".finding:not([hidden])");
    const rules = new Set(all.filter((f) => f.shown).map((f) => f.rule)), cases = new Set([...rules].map((r) => r.split("/")[0]));
    for (const box of sections) {
      box.hidden = filtered && !rules.has(box.dataset.rule);
      box.querySelector(".findings").hidden = Boolean(grouping);
    }
    for (const box of groups.children) box.hidden = filtered && !cases.has(box.dataset.case);
  }

  function clear() {
    form.reset();
    view.value = grouping;
    changed();
  }
  function changed() {
    update();
    keep();
  }

  // retell puts what to do, and what happened, into a finding that is opened: these texts
  // stand in the page once.
  function retell(f) {
    if (f.told || !f.details.open) return;
    f.told = true;
    own(f); // the text of the finding is read before more is put into it
    const box = document.createElement("div"), rule = f.home.parentElement, incident = rule.parentElement.querySelector(".incident");
    const parts = [rule.querySelector(":scope > .remedy"), rule.querySelector(":scope > .more"), incident.querySelector(".gist"), incident.querySelector(".story")];
    for (const part of parts) if (part) box.append(part.cloneNode(true));
    const gist = box.querySelector(".gist");
    if (gist) gist.prepend(Object.assign(document.createElement("p"), { className: "what", textContent: "What happened" }), "\n");
    box.className = "told";
    f.details.querySelector(".facts").before(box);
  }

  // centre shows the box of the finding in a picture that is wider than its room.
  function centre(f) {
    const room = f.details.querySelector(".scroll"), box = room?.querySelector(".defect");
    if (!f.details.open || !box || room.scrollWidth <= room.clientWidth) return;
    const at = box.getBoundingClientRect(), within = room.getBoundingClientRect();
    room.tabIndex = 0;
    room.scrollLeft += at.left + at.width / 2 - within.left - within.width / 2;
  }

  // nameToggle names the button by what it does: it opens, unless all that is shown is open.
  function nameToggle() {
    $("toggle-all").textContent = all.some((f) => f.shown && !f.details.open) ? "Open all" : "Close all";
  }
  let due = false;
  function toggled() {
    if (!due) requestAnimationFrame(() => { due = false; nameToggle(); });
    due = true;
  }

  // go leads to the next finding that is shown, or to the one before.
  function go(step) {
    const shown = all.filter((f) => f.shown).map((f) => f.details.firstElementChild);
    if (grouping) shown.sort((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1));
    const active = document.activeElement, here = shown.indexOf(active.closest?.(".finding")?.querySelector("summary"));
    const next = here < 0 ? (step > 0 ? 0 : shown.length - 1) : Math.max(0, Math.min(shown.length - 1, here + step));
    shown[next]?.focus();
    shown[next]?.scrollIntoView({ block: "nearest" });
  }

  // In a narrow window the filters are folded.
  const narrow = matchMedia("(max-width: 720px)"), fold = () => { form.querySelector(".filters").open = !narrow.matches; };
  narrow.addEventListener("change", fold);
  fold();
  form.hidden = false;
  form.addEventListener("submit", (e) => e.preventDefault());
  form.addEventListener("change", changed);
  search.addEventListener("input", changed);
  $("unfilter").addEventListener("click", () => { clear(); search.focus(); });
  $("clear").addEventListener("click", () => { clear(); search.focus(); });
  for (const f of all) f.details.addEventListener("toggle", () => { retell(f); centre(f); toggled(); });
  $("toggle-all").addEventListener("click", (e) => {
    const open = e.target.textContent === "Open all";
    for (const f of all) if (f.shown) f.details.open = open;
    nameToggle();
  });
  for (const link of document.querySelectorAll("a.environment")) {
    link.addEventListener("click", () => { $("environment").value = link.dataset.environment ? "=" + link.dataset.environment : "-"; changed(); });
  }
  addEventListener("keydown", (e) => {
    if (e.key === "Escape" && !$("help").open && (e.target === search || listening(e))) { clear(); return; }
    if (!listening(e)) return;
    if (e.key === "/") { e.preventDefault(); search.focus(); search.select(); }
    if (e.key === "j" || e.key === "k") { e.preventDefault(); go(e.key === "j" ? 1 : -1); }
  });
  addEventListener("hashchange", arrive);
  function arrive() {
    if (location.hash.startsWith("#?")) { read(); update(); return; }
    const target = openTarget(), hiding = target?.closest("[hidden]");
    if (hiding) { form.reset(); view.value = grouping; update(); }
    target?.scrollIntoView();
  }
  read();
  update();
  if (targeted()) arrive();
})();
