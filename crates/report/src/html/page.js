'use strict';
(() => {
  const runs = JSON.parse(document.getElementById('runs').textContent);
  const boxes = [...document.querySelectorAll('.run')];
  const at = new Map(boxes.map((box) => [box, 0]));
  let current = boxes[0];

  const cell = (row, text) => row.appendChild(document.createElement('td')).textContent = text;

  const group = (table, title) => {
    const row = table.appendChild(document.createElement('tr'));
    row.className = 'group';
    const head = row.appendChild(document.createElement('th'));
    head.textContent = title;
    head.colSpan = 2;
  };

  const line = (table, name, now, before) => {
    const row = table.appendChild(document.createElement('tr'));
    if (now !== before) row.className = 'changed';
    cell(row, name);
    cell(row, now === before ? now : before + ' → ' + now);
  };

  const fill = (table, run, step) => {
    const now = step ? run.steps[step - 1].after : run.initial;
    const before = step > 1 ? run.steps[step - 2].after : run.initial;
    table.replaceChildren();
    group(table, 'Locations');
    run.processes.forEach((process, i) => line(table, process.name, now.locations[i], before.locations[i]));
    if (run.variables.length) group(table, 'Variables');
    run.variables.forEach((name, i) => line(table, name, String(now.variables[i]), String(before.variables[i])));
    if (run.clocks.length) group(table, 'Clocks');
    run.clocks.forEach((name, i) => {
      const value = now.clocks[i].exact;
      line(table, name, value, value);
    });
  };

  const headline = (run, step) => {
    if (!step) return 'Start';
    const taken = run.steps[step - 1];
    const channel = taken.moves.map((move) => move.channel).find(Boolean);
    const who = taken.moves.map((move) => move.process).join(', ');
    return `Step ${step} of ${run.steps.length} at ${taken.time.exact}: ${channel ? channel + ' · ' : ''}${who}`;
  };

  // The pictures of the templates that a run has processes of, beside the run.
  const addPictures = (box) => {
    const used = new Set(runs[box.dataset.run].processes.map((process) => process.template));
    for (const picture of document.getElementById('pictures').content.children) {
      const template = picture.querySelector('[data-template]');
      if (template && used.has(template.dataset.template)) {
        box.querySelector('.pictures').append(picture.cloneNode(true));
      }
    }
  };

  // Names who is at a location, where its template has several processes. Of "P(3)" this is "3".
  const sign = (node, names) => {
    const circle = node.querySelector('circle');
    if (!circle) return;
    const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
    const [x, y, r] = ['cx', 'cy', 'r'].map((key) => Number(circle.getAttribute(key)));
    const all = names.join(', ');
    const inside = all.length < 3 && !node.querySelector('.mark');
    // Edges mostly leave a location straight down, so names stand beside that.
    text.setAttribute('x', inside ? x : x + 0.7 * r);
    text.setAttribute('y', inside ? y + 3.5 : y + r + 9);
    text.setAttribute('class', inside ? 'who' : 'who aside halo');
    text.textContent = all.length > 24 ? `${names.length} of them` : all;
    node.append(text);
  };

  const short = (process) => {
    const inside = /\((.*)\)$/.exec(process.name);
    return inside ? inside[1] : process.name;
  };

  // Marks where the processes are, who has just moved, and by which edge.
  const highlight = (box, run, step) => {
    const now = step ? run.steps[step - 1].after : run.initial;
    const moves = step ? run.steps[step - 1].moves : [];
    for (const picture of box.querySelectorAll('.picture')) {
      picture.querySelectorAll('.who').forEach((text) => text.remove());
      picture.querySelectorAll('.here, .moved, .taken').forEach((part) => part.classList.remove('here', 'moved', 'taken'));
      const name = picture.querySelector('[data-template]').dataset.template;
      const own = run.processes.map((process, i) => ({ process, i })).filter((one) => one.process.template === name);
      const at = new Map();
      for (const { process, i } of own) {
        const node = picture.querySelector(`[data-node="${process.locations.indexOf(now.locations[i])}"]`);
        if (!node) continue;
        node.classList.add('here');
        at.set(node, [...(at.get(node) || []), short(process)]);
        const move = moves.find((one) => one.process === process.name);
        if (!move) continue;
        node.classList.add('moved');
        // With branchpoints, an edge of a process is several edges of the picture.
        const edge = picture.querySelector('.knot') ? null : picture.querySelector(`[data-edge="${move.edge}"]`);
        if (edge) edge.classList.add('taken');
      }
      if (own.length > 1) at.forEach((names, node) => sign(node, names));
    }
    const moved = box.querySelector('.pictures .moved');
    const panel = box.querySelector('.beside');
    if (moved && panel.scrollHeight > panel.clientHeight) {
      const offset = moved.closest('.picture').offsetTop;
      if (offset < panel.scrollTop || offset > panel.scrollTop + panel.clientHeight - 120) panel.scrollTop = offset - 8;
    }
  };

  const show = (box, step, follow) => {
    const run = runs[box.dataset.run];
    step = Math.max(0, Math.min(step, run.steps.length));
    at.set(box, step);
    current = box;
    fill(box.querySelector('.values'), run, step);
    box.querySelector('output').textContent = headline(run, step);
    for (const part of box.querySelectorAll('[data-step]')) {
      const number = Number(part.dataset.step) + 1;
      part.classList.toggle('now', number === step);
      part.classList.toggle('later', step > 0 && number > step);
      if (number === step && follow) part.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    box.querySelector('[data-go=first]').disabled = box.querySelector('[data-go=back]').disabled = step === 0;
    box.querySelector('[data-go=last]').disabled = box.querySelector('[data-go=on]').disabled = step === run.steps.length;
    highlight(box, run, step);
    if (follow) history.replaceState(null, '', `#query-${box.dataset.run}-step-${step}`);
  };

  const go = (box, where) => {
    const step = at.get(box);
    const last = runs[box.dataset.run].steps.length;
    show(box, { first: 0, back: step - 1, on: step + 1, last }[where], true);
  };

  for (const box of boxes) {
    addPictures(box);
    box.addEventListener('click', (event) => {
      const button = event.target.closest('[data-go]');
      const part = event.target.closest('[data-step]');
      if (button) go(box, button.dataset.go);
      else if (part) show(box, Number(part.dataset.step) + 1, true);
    });
    box.addEventListener('focus', () => { current = box; });
  }

  document.addEventListener('keydown', (event) => {
    const where = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last' }[event.key];
    if (!where || !current || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(current, where);
  });

  const followAddress = () => {
    const found = /^#query-(\d+)-step-(\d+)$/.exec(location.hash);
    const box = found && boxes.find((each) => each.dataset.run === found[1]);
    if (box) {
      show(box, Number(found[2]), true);
      box.focus({ preventScroll: true });
    }
  };
  boxes.slice().reverse().forEach((box) => show(box, 0, false));
  window.addEventListener('hashchange', followAddress);
  followAddress();
})();
