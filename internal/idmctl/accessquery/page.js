
"use strict";
(() => {
  const rows = JSON.parse(document.getElementById("rows").textContent) || [];
  const by = id => document.getElementById(id);
  const page = 100;
  let shown = page;

  // The text that the search looks in, in one case and without accents.
  const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  for (const r of rows) {
    r.text = plain([r.name, r.user_ext_id, r.login_id, r.role_ext_id, r.role_name, r.application_ext_id, r.through_enterprise_role_ext_id,
      r.profile_ext_id, r.unit_ext_id, r.client_ext_id].filter(Boolean).join("\n"));
  }

  const cell = (tr, label, text, style) => {
    const td = document.createElement("td");
    td.dataset.label = label;
    td.textContent = text || "";
    if (style) td.className = style;
    tr.append(td);
  };
  const day = text => text ? text.slice(0, 10) : "";

  const table = paths => {
    const t = document.createElement("table");
    const head = t.createTHead().insertRow();
    for (const label of ["Role", "Application", "Through", "Profile", "Unit", "Global", "Until", "Effect"]) {
      const th = document.createElement("th");
      th.scope = "col";
      th.textContent = label;
      head.append(th);
    }
    const body = t.createTBody();
    for (const r of paths) {
      const tr = body.insertRow();
      cell(tr, "Role", (r.change ? r.change + ": " : "") + (r.role_ext_id || "") + (r.kind === "enterprise role" ? " (enterprise role)" : ""));
      cell(tr, "Application", r.application_ext_id);
      cell(tr, "Through", r.through_enterprise_role_ext_id);
      cell(tr, "Profile", r.profile_ext_id);
      cell(tr, "Unit", r.unit_ext_id);
      cell(tr, "Global", (r.global || []).map(g => g.replace("_global", "")).join(", "), "wide");
      cell(tr, "Until", day(r.until));
      cell(tr, "Effect", [r.effective].concat(r.reasons || []).filter(Boolean).join(": "), r.effective);
    }
    return t;
  };

  const matching = () => {
    const words = plain(by("search").value).split(/\s+/).filter(Boolean);
    const end = new Date(Date.now() + 864e5 * (Number(by("days").value) || 0)).toISOString();
    return rows.filter(r => words.every(w => r.text.includes(w)) &&
      (!by("global").checked || (r.global || []).length > 0) &&
      (!by("expiring").checked || r.effective !== "no" && r.until && r.until < end) &&
      (!by("through").checked || r.through_enterprise_role_ext_id) &&
      (!by("undeclared").checked || r.declared === "no") &&
      (!by("without").checked || r.effective === "no") &&
      (!by("technical").checked || r.is_technical_user));
  };

  const draw = () => {
    const people = new Map();
    const found = matching();
    for (const r of found) {
      const key = r.client_ext_id + "\n" + r.user_ext_id;
      if (!people.has(key)) people.set(key, []);
      people.get(key).push(r);
    }
    const list = document.createDocumentFragment();
    let drawn = 0;
    for (const paths of people.values()) {
      if (drawn++ === shown) break;
      const first = paths[0];
      const details = document.createElement("details");
      details.open = people.size <= 3;
      const summary = document.createElement("summary");
      const name = document.createElement("b");
      name.textContent = first.name;
      summary.append(name, ` ${first.name === first.user_ext_id ? "" : first.user_ext_id + " "}` +
        `${first.is_technical_user ? "(technical user) " : ""}· ${paths.length} ${paths.length === 1 ? "path" : "paths"}`);
      details.append(summary);
      // A closed person costs nothing until opened.
      const fill = () => details.childElementCount === 1 && details.append(table(paths));
      details.addEventListener("toggle", fill);
      if (details.open) fill();
      list.append(details);
    }
    by("people").replaceChildren(list);
    by("count").textContent = `${people.size} ${people.size === 1 ? "person" : "people"}, ${found.length} ${found.length === 1 ? "path" : "paths"}`;
    by("more").hidden = people.size <= shown;
  };

  // Without a plan it is not known what is declared.
  by("declared").hidden = !rows.some(r => r.declared);
  document.querySelector("form").addEventListener("submit", e => e.preventDefault());
  document.querySelector("form").addEventListener("input", () => { shown = page; draw(); });
  by("more").addEventListener("click", () => { shown += page; draw(); });
  document.addEventListener("keydown", e => {
    if (e.key === "/" && e.target.tagName !== "INPUT") { e.preventDefault(); by("search").focus(); }
  });
  draw();
})();
