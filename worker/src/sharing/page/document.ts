/** The document around a shared page: no script, no foreign address, and not for search engines. Pure. */
import { Html, html } from './html.ts'
import { STYLES } from './styles.ts'

export interface Page {
	readonly title: string
	readonly description: string
	/** Absolute addresses, for link previews. */
	readonly url?: string
	readonly image?: string | undefined
	readonly body: Html
}

/** Search engines and archives stay out, also of what a page links to. */
export const NO_INDEX = 'noindex, nofollow, noarchive, noimageindex'

export const documentText = ({ title, description, url, image, body }: Page): string =>
	html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Fairlead</title>
<meta name="robots" content="${NO_INDEX}">
<meta name="description" content="${description}">
<meta property="og:site_name" content="Fairlead">
<meta property="og:type" content="article">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
${url && html`<meta property="og:url" content="${url}">`}
${
	image &&
	html`<meta property="og:image" content="${image}">
<meta name="twitter:card" content="summary_large_image">`
}
<style>${new Html(STYLES)}</style>
</head>
<body>
${body}
<footer>Shared from <a href="/">Fairlead</a>, the open-source cloud agent for Unity.</footer>
</body>
</html>
`.text
