"use strict";
const COLOURS = ["#3b6ea5", "#e08e45", "#5a9367", "#a44a6f", "#8f7fbf", "#6b6b6b", "#c2b04a", "#4fa3a5", "#b86b4b", "#7a9e3b", "#55607a", "#c98bb0"];
const page = JSON.parse(document.getElementById("page").textContent);

function add(parent, tag, text, className) {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (className) node.className = className;
  parent.append(node);
  return node;
}

// Outlines a range on each bar: what a paper reports, or a confidence interval.
const marks = {
  id: "marks",
  afterDatasetsDraw(chart) {
    const {ctx, scales: {y}} = chart;
    ctx.save();
    ctx.strokeStyle = "#000";
    chart.data.datasets.forEach((dataset, i) => {
      if (!dataset.marks || !chart.isDatasetVisible(i)) return;
      chart.getDatasetMeta(i).data.forEach((bar, j) => {
        const mark = dataset.marks[j];
        if (!mark) return;
        const low = y.getPixelForValue(Math.max(y.min, mark.low ?? y.min));
        const high = y.getPixelForValue(Math.min(y.max, mark.high ?? y.max));
        ctx.strokeRect(bar.x - bar.width * 0.36, high - 1, bar.width * 0.72, low - high + 2);
      });
    });
    ctx.restore();
  }
};

function bars(chart) {
  return {
    type: "bar",
    data: {
      labels: chart.labels,
      datasets: chart.series.map(each => ({label: each.name, data: each.values, marks: each.marks, backgroundColor: COLOURS[each.colour % COLOURS.length]}))
    },
    options: {animation: false, maintainAspectRatio: false, plugins: {legend: {position: "bottom", align: "start"}}},
    plugins: [marks]
  };
}

function lanes(chart) {
  const count = chart.series.length;
  const bottom = i => count - 1 - i;
  return {
    type: "line",
    data: {
      datasets: chart.series.map((each, i) => ({
        label: each.name,
        data: [...each.values, each.values.at(-1) ?? 0].map((value, x) => ({x: x * chart.step, y: bottom(i) + 0.9 * value})),
        stepped: true, pointRadius: 0, borderWidth: 0,
        backgroundColor: COLOURS[each.colour % COLOURS.length],
        fill: {value: bottom(i)}
      }))
    },
    options: {
      animation: false, maintainAspectRatio: false,
      scales: {
        x: {type: "linear", title: {display: true, text: "s"}},
        y: {min: 0, max: count, ticks: {stepSize: 1, autoSkip: false, callback: value => value < count ? chart.series[count - 1 - value].name : ""}}
      },
      plugins: {legend: {display: false}, tooltip: {enabled: false}}
    }
  };
}

function draw(parent, chart) {
  const box = add(parent, "div");
  box.style.height = (chart.kind === "BARS" ? 320 + 12 * chart.series.length : 60 + 22 * chart.series.length) + "px";
  new Chart(add(box, "canvas"), chart.kind === "BARS" ? bars(chart) : lanes(chart));
}

function table(parent, content) {
  const node = add(add(parent, "div", undefined, "scroll"), "table");
  const head = add(node, "tr");
  content.head.forEach(name => add(head, "th", name));
  content.rows.forEach(row => {
    const tr = add(node, "tr");
    add(tr, "th", row.name);
    row.cells.forEach(cell => add(tr, "td", cell.text, cell.marked ? "marked" : ""));
  });
}

document.title = page.title;
add(document.body, "h1", page.title);
page.intro.forEach(text => add(document.body, "p", text));
page.sections.forEach(section => {
  if (section.heading) add(document.body, "h2", section.heading);
  section.text.forEach(text => add(document.body, "p", text));
  if (section.chart) draw(document.body, section.chart);
  if (section.table) table(document.body, section.table);
  if (section.notes.length) {
    const list = add(document.body, "ul");
    section.notes.forEach(note => add(list, "li", note));
  }
  if (section.code.length) add(document.body, "pre", section.code.join("\n"));
});
