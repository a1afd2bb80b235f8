/** Colours code beside the page: a grammar and its first lines would hold the page up for a second on a slow computer. */

import type { Asked, Coloured } from './coloured.ts'
import { tokens } from './highlighter.ts'

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
	tokens(data.source, data.language)
		.catch(() => null)
		.then((lines) => postMessage({ id: data.id, lines } satisfies Coloured))
})
