/** Asks the worker that colours code. */
import type { ThemedToken } from 'shiki/core'

export interface Asked {
	readonly id: number
	readonly source: string
	readonly language: string
}
export interface Coloured {
	readonly id: number
	/** Tokens per line; null where the language is unknown. */
	readonly lines: ThemedToken[][] | null
}

let worker: Worker | null = null
let nextId = 0
const waiting = new Map<number, Asked & { readonly settle: (lines: Coloured['lines']) => void }>()

/** Colours on the page itself, for a page whose worker could not be loaded. */
const onPage = ({ source, language }: Asked): Promise<Coloured['lines']> =>
	import('./highlighter.ts').then(({ tokens }) => tokens(source, language)).catch(() => null)

function begin(): Worker {
	const begun = new Worker(new URL('./highlighter.worker.ts', import.meta.url), { type: 'module' })
	begun.addEventListener('message', ({ data }: MessageEvent<Coloured>) => {
		waiting.get(data.id)?.settle(data.lines)
		waiting.delete(data.id)
	})
	// The worker's code could not be loaded; the next source tries again.
	begun.addEventListener('error', () => {
		begun.terminate()
		worker = null
		for (const asked of waiting.values()) void onPage(asked).then(asked.settle)
		waiting.clear()
	})
	return begun
}

/** Tokens per line; null where the language is unknown, or its grammar cannot be loaded. Never rejects. */
export function coloured(source: string, language: string): Promise<Coloured['lines']> {
	const asked = { id: nextId++, source, language }
	try {
		worker ??= begin()
	} catch {
		// A browser may refuse to make workers at all.
		return onPage(asked)
	}
	const { promise, resolve } = Promise.withResolvers<Coloured['lines']>()
	waiting.set(asked.id, { ...asked, settle: resolve })
	worker.postMessage(asked satisfies Asked)
	return promise
}
