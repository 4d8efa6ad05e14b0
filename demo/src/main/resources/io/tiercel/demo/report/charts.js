"use strict";
const color = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
const element = (tag, text, className) => {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (className) node.className = className;
  return node;
};
const fill = (id, ...children) => document.getElementById(id).replaceChildren(...children);

const card = (value, text, className) => {
  const node = element("div", undefined, "card " + (className || ""));
  node.append(element("b", value), element("span", text));
  return node;
};
const pairs = map => Object.entries(map).flatMap(([key, value]) => [element("dt", key), element("dd", value)]);
function circumstances(report) {
  fill("notes", ...report.notes.map(note => element("li", note)));
  fill("settings", ...pairs(report.settings));
  fill("versions", ...pairs(report.versions));
  fill("footer", `Run on ${report.started.slice(0, 16).replace("T", " ")} UTC, ${report.minutes.toFixed(1)} minutes. Everything measured is in report.json, and in this page.`);
}
function row(cells, className) {
  const tr = element("tr", undefined, className);
  tr.append(...cells.map(cell => cell instanceof Node ? cell : element("td", cell)));
  return tr;
}
function withSmall(text, small) {
  const td = element("td", text + " ");
  td.append(element("small", small));
  return td;
}
function head(names) {
  const thead = element("thead"), tr = element("tr");
  tr.append(...names.map(name => element("th", name)));
  thead.append(tr);
  return thead;
}
const whiskers = {
  id: "whiskers",
  afterDatasetsDraw(chart) {
    const {ctx, scales: {x}} = chart;
    ctx.save();
    ctx.strokeStyle = color("ink");
    ctx.lineWidth = 1.4;
    chart.data.datasets.forEach((dataset, i) => {
      if (!dataset.spread || !chart.isDatasetVisible(i)) return;
      chart.getDatasetMeta(i).data.forEach((bar, j) => {
        const [low, high] = dataset.spread[j].map(value => x.getPixelForValue(value));
        if (high - low < 1) return;
        const end = Math.min(4, bar.height / 3);
        ctx.beginPath();
        ctx.moveTo(low, bar.y); ctx.lineTo(high, bar.y);
        ctx.moveTo(low, bar.y - end); ctx.lineTo(low, bar.y + end);
        ctx.moveTo(high, bar.y - end); ctx.lineTo(high, bar.y + end);
        ctx.stroke();
      });
    });
    ctx.restore();
  }
};
const baseline = {
  id: "baseline",
  beforeDatasetsDraw(chart) {
    const {ctx, chartArea, scales: {x}} = chart;
    const at = x.getPixelForValue(chart.options.plugins.baseline?.at ?? 1);
    ctx.save();
    ctx.strokeStyle = color("soft");
    ctx.setLineDash([4, 4]);
    ctx.beginPath();
    ctx.moveTo(at, chartArea.top); ctx.lineTo(at, chartArea.bottom);
    ctx.stroke();
    ctx.restore();
  }
};

function chartDefaults() {
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.font.size = 13;
  Chart.defaults.color = color("soft");
  Chart.defaults.borderColor = color("grid");
  Chart.defaults.animation = false;
  Chart.defaults.maintainAspectRatio = false;
  Chart.defaults.plugins.legend.position = "top";
  Chart.defaults.plugins.legend.align = "start";
  Chart.defaults.plugins.legend.labels.boxWidth = 10;
  Chart.defaults.plugins.legend.labels.boxHeight = 10;
  Chart.defaults.plugins.legend.labels.usePointStyle = true;
  Chart.defaults.plugins.legend.labels.pointStyle = "rectRounded";
}
const box = (id, height) => { document.getElementById(id + "-box").style.height = height + "px"; return document.getElementById(id); };
