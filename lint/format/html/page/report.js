"use strict";
// Links into the page, print, colours and help. The page can be read without all of it.
const $ = (id) => document.getElementById(id);
const { openTarget, targeted, listening } = (() => {
  openTarget();
  if (!CSS.supports("selector(::details-content)")) openForPrint();
  theme();
  help();
  return { openTarget, targeted, listening };

  // openTarget opens the finding or the story that the address leads to.
  function openTarget() {
    const target = targeted();
    if (!target) return null;
    for (let d = target.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
    return target;
  }
  function targeted() {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch { /* not an address of ours */ }
    return id && id[0] !== "?" ? $(id) : null;
  }

  // openForPrint opens all that is closed while an older browser prints: styles do it elsewhere.
  function openForPrint() {
    let opened = [];
    addEventListener("beforeprint", () => {
      opened = [...document.querySelectorAll("details:not([open], .overviews, .story, .more)")];
      for (const d of opened) d.open = true;
    });
    addEventListener("afterprint", () => {
      for (const d of opened) d.open = false;
      opened = [];
    });
  }

  function theme() {
    const button = $("theme"), root = document.documentElement, system = matchMedia("(prefers-color-scheme: dark)");
    const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
    const show = () => { button.textContent = dark() ? "Light" : "Dark"; button.setAttribute("aria-label", (dark() ? "Light" : "Dark") + " colours"); };
    button.addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; show(); });
    system.addEventListener("change", show);
    show();
    button.parentElement.hidden = false;
  }

  function help() {
    // Where the address leads into the page, browsers refuse the attribute autofocus.
    const open = () => { $("help").showModal(); $("help-close").focus(); };
    $("help-open").addEventListener("click", open);
    addEventListener("keydown", (e) => { if (e.key === "?" && listening(e)) { e.preventDefault(); open(); } });
  }

  // listening tells whether a key is ours: nobody writes, and no other key is held.
  function listening(e) {
    return $("keys").checked && !$("help").open && !e.ctrlKey && !e.metaKey && !e.altKey && !e.target.closest("input, select, textarea");
  }
})();
