/**
 * A conversation as one HTML file that replays it: the steps appear one after another, or by a slider. It asks no
 * network for anything; its policy allows exactly its own style, script and pictures. Pure.
 */
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import { Html, html } from '../page/html.ts'
import { messageHtml } from '../page/messages.ts'
import { STYLES } from '../page/styles.ts'
import { type ExportedPictures, picturesNote } from './exported-pictures.ts'

export const REPLAY_STYLES = `${STYLES}
nav{position:sticky;top:0;z-index:1;background:var(--bg);border-bottom:1px solid var(--edge)}
nav>div{max-width:792px;margin:0 auto;padding:8px 16px;display:flex;gap:12px;align-items:center}
nav input{flex:1;min-width:0}
nav button{min-height:36px;padding:6px 12px;border:1px solid var(--edge);border-radius:6px;background:var(--raised);color:inherit;font:inherit}
[data-later]{display:none}
`

/** Milliseconds that a step is on screen before the next one appears. */
const STEP_MS = 900

export const REPLAY_SCRIPT = `
'use strict';
const steps = [...document.querySelectorAll('main .step, main > .ask, main .end')];
const slider = document.querySelector('input');
const button = document.querySelector('button');
const shown = document.querySelector('output');
let timer;
const show = (n) => {
  slider.value = n;
  shown.textContent = n + ' of ' + steps.length;
  steps.forEach((step, i) => step.toggleAttribute('data-later', i >= n));
};
const stop = () => { clearInterval(timer); timer = undefined; button.textContent = 'Replay'; };
slider.max = steps.length;
slider.addEventListener('input', () => { stop(); show(Number(slider.value)); });
button.addEventListener('click', () => {
  if (timer !== undefined) return stop();
  if (Number(slider.value) >= steps.length) show(0);
  button.textContent = 'Pause';
  timer = setInterval(() => {
    const next = Number(slider.value) + 1;
    show(next);
    steps[next - 1]?.scrollIntoView({ block: 'nearest' });
    if (next >= steps.length) stop();
  }, ${STEP_MS});
});
show(steps.length);
`

/** @param hashes of the style and the script, as base64 of SHA-256 */
export function replayDocument(
	title: string,
	messages: readonly StoredMessage[],
	exported: ExportedPictures,
	hashes: { readonly style: string; readonly script: string },
): string {
	// Shown again, its bytes would be in the file again.
	const shown = new Set<string>()
	const addressOf = (url: string): string | null => {
		if (shown.has(url)) return null
		shown.add(url)
		return exported.pictures.get(url) ?? null
	}
	const policy = `default-src 'none'; style-src 'sha256-${hashes.style}'; script-src 'sha256-${hashes.script}'; img-src data:; base-uri 'none'; form-action 'none'`
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title} · Fairlead</title>
<style>${new Html(REPLAY_STYLES)}</style>
</head>
<body>
<header><h1>${title}</h1><p class="about">Exported from Fairlead. ${picturesNote(exported)}</p></header>
<nav aria-label="Replay"><div><button type="button">Replay</button><input type="range" min="0" value="0" aria-label="Step"><output></output></div></nav>
<main>${messages.map((message) => messageHtml(message, addressOf))}</main>
<script>${new Html(REPLAY_SCRIPT)}</script>
</body>
</html>
`.text
}
