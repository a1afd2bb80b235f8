import { visibleSource } from '@fairlead/protocol/view/visible'
import { createContext, use, useEffect, useState } from 'react'
import type { ThemedToken } from 'shiki/core'
import { CopyButton } from '../../ui/copy-button.tsx'
import { cx } from '../../ui/cx.ts'
import { cutText, restWords } from '../../ui/text/cut.ts'
import { Whole } from '../../ui/text/whole.ts'
import { coloured } from './coloured.ts'

/** Code that is still being written is shown plain: to colour it anew for each word would cost more than all else. */
export const PlainCode = createContext(false)

/** Colours can wait for what the reader waits for. */
const idle = (): Promise<void> =>
	new Promise((resolve) => {
		if ('requestIdleCallback' in globalThis)
			requestIdleCallback(() => resolve(), { timeout: 2_000 })
		else setTimeout(resolve, 200)
	})

/** Tokens per line, once the grammar is there; null until then, and where the language is unknown. */
export function useTokens(source: string, language: string): ThemedToken[][] | null {
	const [found, setFound] = useState<{ source: string; lines: ThemedToken[][] } | null>(null)
	const growing = use(PlainCode)
	useEffect(() => {
		if (language === '' || growing) return
		let current = true
		idle()
			.then(() => (current ? coloured(source, language) : null))
			.then((lines) => {
				if (current && lines) setFound({ source, lines })
			})
			.catch(() => undefined)
		return () => {
			current = false
		}
	}, [source, language, growing])
	return found?.source === source ? found.lines : null
}

/** Source text in the theme's code colours; plain until the grammar is there, with the same metrics. */
export function Code(props: { source: string; language: string; className?: string }) {
	const isWhole = use(Whole)
	const all = props.source.replace(/\n$/, '')
	const cut = cutText(all)
	const { shown: source, rest } = isWhole ? { shown: visibleSource(all), rest: 0 } : cut
	const lines = useTokens(source, cut.rest > 0 ? '' : props.language)
	return (
		<pre
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
			tabIndex={0}
			dir="ltr"
			className={cx(
				'font-mono text-line',
				isWhole ? 'whitespace-pre-wrap wrap-anywhere' : 'overflow-x-auto',
				props.className,
			)}
		>
			<code>
				{lines
					? lines.map((line, row) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
							<span key={row}>
								{line.map((token) => (
									<span key={token.offset} style={{ color: token.color }}>
										{token.content}
									</span>
								))}
								{row < lines.length - 1 && '\n'}
							</span>
						))
					: source}
			</code>
			{rest > 0 && <span className="mt-2 block text-muted">{restWords(rest)}</span>}
		</pre>
	)
}

export function CodeBlock(props: { source: string; language: string }) {
	return (
		<div className="my-3 overflow-hidden rounded-lg border border-edge bg-surface">
			<div className="flex h-9 items-center justify-between border-b border-edge pl-3 pr-1 text-cap text-muted max-md:h-11">
				<span>{props.language || 'text'}</span>
				<CopyButton
					label="Copy code"
					text={() => props.source}
					className="!size-7 max-md:!size-10"
				/>
			</div>
			<Code source={props.source} language={props.language} className="focus-inset p-3" />
		</div>
	)
}
