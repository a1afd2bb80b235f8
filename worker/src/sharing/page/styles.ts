/** The look of shared pages; colours as in `web/src/ui/tokens.css`, in the reader's own scheme. */
export const STYLES = `
:root{color-scheme:light dark;--bg:oklch(0.984 0.003 248);--raised:oklch(0.968 0.005 248);--edge:oklch(0.915 0.009 253);--rope:oklch(0.82 0.016 254);--text:oklch(0.25 0.028 258);--muted:oklch(0.445 0.028 257);--accent:oklch(0.7 0.17 47);--on-accent:oklch(0.2 0.04 47);--link:oklch(0.48 0.13 250);--danger:oklch(0.52 0.19 26);--warn:oklch(0.51 0.105 70)}
@media (prefers-color-scheme:dark){:root{--bg:oklch(0.192 0.012 256);--raised:oklch(0.25 0.015 256);--edge:oklch(0.295 0.015 256);--rope:oklch(0.41 0.018 256);--text:oklch(0.925 0.008 250);--muted:oklch(0.77 0.015 252);--accent:oklch(0.72 0.165 47);--on-accent:oklch(0.19 0.04 47);--link:oklch(0.78 0.11 246);--danger:oklch(0.735 0.145 23);--warn:oklch(0.82 0.12 82)}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:15px/24px ui-sans-serif,system-ui,sans-serif}
main,header,footer{max-width:792px;margin:0 auto;padding:0 16px}
header{padding-top:32px}
footer{padding-top:24px;padding-bottom:48px;color:var(--muted);font-size:13px}
h1{font-size:20px;line-height:28px;margin:0;overflow-wrap:anywhere}
h2{font-size:13px;line-height:18px;margin:0 0 4px;color:var(--muted);font-weight:500}
h3,h4,h5,h6{font-size:15px;line-height:24px;margin:16px 0 4px}
.about{color:var(--muted);font-size:13px;line-height:18px;margin:4px 0 0}
a{color:var(--link)}
a:focus-visible,button:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.note{background:var(--raised);border:1px solid var(--edge);border-radius:10px;padding:12px 16px;margin:16px 0 0}
.button{display:inline-block;min-height:44px;padding:10px 16px;border:0;border-radius:6px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:500;text-decoration:none;cursor:pointer}
article{margin-top:24px}
.ask{background:var(--raised);border-radius:10px;padding:12px 16px;margin-top:24px}
.plain{white-space:pre-wrap;overflow-wrap:anywhere;margin:0}
.step{position:relative;padding:0 0 12px 28px;min-height:24px}
.step::before{content:"";position:absolute;left:6px;top:20px;bottom:-4px;width:2px;border-radius:1px;background:var(--rope)}
.step:last-of-type::before{display:none}
.knot{position:absolute;left:2px;top:7px;width:10px;height:10px;border-radius:50%;background:var(--muted)}
.step[data-state=failed] .knot{background:var(--danger)}
.step[data-state=unknown] .knot{background:var(--bg);border:2px solid var(--danger)}
.step[data-state=denied] .knot{background:var(--warn)}
.step[data-state=waiting] .knot,.step[data-state=running] .knot{background:var(--bg);border:2px solid var(--rope)}
.step[data-state=stopped] .knot{border-radius:2px}
.text{overflow-wrap:anywhere}
.text>:first-child{margin-top:0}
.text>:last-child{margin-bottom:0}
.calls{list-style:none;margin:0;padding:0;font-size:13px;line-height:24px;color:var(--muted);overflow-wrap:anywhere}
.calls b{color:var(--text);font-weight:500}
.outcome{color:var(--danger)}
.notice,.end{margin:4px 0;color:var(--muted);font-size:13px}
.list{list-style:none;margin:16px 0 0;padding:0}
.list li{border-top:1px solid var(--edge)}
.list a{display:block;padding:10px 0;color:inherit;text-decoration:none;overflow-wrap:anywhere}
img{display:block;max-width:100%;height:auto;border-radius:6px;margin:8px 0;border:1px solid var(--edge)}
pre,.wide{overflow-x:auto}
pre{background:var(--raised);border:1px solid var(--edge);border-radius:6px;padding:12px;font:13px/20px ui-monospace,Menlo,Consolas,monospace}
code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9em}
table{border-collapse:collapse}
th,td{border:1px solid var(--edge);padding:4px 8px;text-align:left}
blockquote{margin:8px 0;padding-left:12px;border-left:2px solid var(--rope);color:var(--muted)}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`
