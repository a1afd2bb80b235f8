/** The renderer of answers: heavy, so it is a chunk of its own. */
export const loadMarkdown = () => import('./streaming-markdown.tsx')

/** Begins to load it before the first answer needs it. A failure shows when it is needed. */
export const preloadMarkdown = (): void => {
	loadMarkdown().catch(() => undefined)
}
