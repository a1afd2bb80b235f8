/** The app's document: one file that loads nothing. Its host's policy is the default of SEP-1865. Pure. */
import script from './script.json' with { type: 'json' }

/** Colours as in `web/src/ui/tokens.css`, unless the host has its own. */
const STYLES = `
:root{color-scheme:light dark;
--bg:var(--color-background-primary,light-dark(oklch(1 0 0),oklch(0.222 0.014 256)));
--text:var(--color-text-primary,light-dark(oklch(0.25 0.028 258),oklch(0.925 0.008 250)));
--muted:var(--color-text-secondary,light-dark(oklch(0.445 0.028 257),oklch(0.77 0.015 252)));
--edge:var(--color-border-primary,light-dark(oklch(0.915 0.009 253),oklch(0.295 0.015 256)));
--rope:light-dark(oklch(0.82 0.016 254),oklch(0.41 0.018 256));
--knot:light-dark(oklch(0.62 0.18 44),oklch(0.72 0.165 47));
--focus:light-dark(oklch(0.55 0.13 250),oklch(0.74 0.12 246));
--danger:light-dark(oklch(0.52 0.19 26),oklch(0.735 0.145 23));
--warn:light-dark(oklch(0.51 0.105 70),oklch(0.82 0.12 82))}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;padding:12px;background:var(--bg);color:var(--text);font:14px/22px var(--font-sans,ui-sans-serif,system-ui,sans-serif);overflow-wrap:anywhere}
h1{margin:0;font-size:14px;line-height:22px;font-weight:600}
p{margin:0}
figure{margin:0}
#run:not([hidden])~#shown{margin-top:12px}
img{display:block;width:100%;height:auto;max-height:70vh;object-fit:contain;border:1px solid var(--edge);border-radius:6px}
figcaption{margin-top:4px;color:var(--muted);font-size:12px;line-height:16px;font-variant-numeric:tabular-nums}
ol{list-style:none;margin:8px 0 0;padding:0;font-size:13px;line-height:18px;color:var(--muted)}
li{position:relative;padding:2px 0 6px 24px}
li::before{content:"";position:absolute;left:5px;top:17px;bottom:-5px;width:2px;background:var(--rope)}
li:last-child::before{display:none}
li b{color:var(--text);font-weight:500}
.knot{position:absolute;left:1px;top:6px;width:10px;height:10px;border-radius:50%;background:var(--muted)}
[data-state=running] .knot,[data-state=asking] .knot{background:var(--bg);border:2px solid var(--knot)}
[data-state=failed] .knot{background:var(--danger)}
[data-state=denied] .knot{background:var(--warn)}
[data-state=failed] i{color:var(--danger);font-style:normal}
i{font-style:normal}
#answer{margin-top:8px;white-space:pre-wrap}
#more{color:var(--muted);font-size:12px;line-height:16px}
nav{display:flex;flex-wrap:wrap;gap:8px;margin-top:12px}
button{min-height:36px;padding:6px 12px;border:1px solid var(--rope);border-radius:6px;background:none;color:inherit;font:inherit;font-size:13px;cursor:pointer}
button:disabled{color:var(--muted);cursor:default}
button:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
@media (pointer:coarse){button{min-height:44px}}
@media (prefers-reduced-motion:no-preference){[data-state=running] .knot{animation:breathe 2s ease-in-out infinite}}
@keyframes breathe{50%{opacity:.4}}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`

export const appPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fairlead</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<section id="run" aria-label="Run" hidden>
<h1 id="state" role="status"></h1>
<p id="hint" hidden></p>
<p id="more" hidden></p>
<ol id="line"></ol>
<p id="answer" dir="auto" hidden></p>
</section>
<p id="note" role="status">Waiting for the tool</p>
<figure id="shown" hidden><img id="picture" alt=""><figcaption id="caption"></figcaption></figure>
<nav aria-label="Actions"><button id="again" type="button" hidden>New picture</button><button id="open" type="button" hidden>Open in Fairlead</button></nav>
</main>
<script>${script}</script>
</body>
</html>
`
