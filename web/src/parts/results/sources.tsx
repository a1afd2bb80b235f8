/** Pages of the web that an answer or a search names. */

import { bag, bags, text } from '@fairlead/protocol/wire/safe-read'
import { ExternalLink } from 'lucide-react'
import type { Renderer } from './renderer.ts'

export const sources: Renderer = {
	details: (call) => {
		const results = bags(bag(call.result)['results'])
		const failure = text(bag(call.result)['errorCode'])
		if (failure) {
			return (
				<p className="text-line text-muted">The search failed: {failure.replaceAll('_', ' ')}.</p>
			)
		}
		if (results.length === 0) return <p className="text-line text-muted">Nothing was found.</p>
		return (
			<SourceList
				sources={results.map((r) => ({
					url: String(r['url']),
					title: String(r['title']),
					snippet: text(r['snippet']) ?? null,
				}))}
			/>
		)
	},
}

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url)

interface Source {
	readonly url: string
	readonly title: string
	/** A few sentences of the page. */
	readonly snippet?: string | null
}

export function SourceList(props: { sources: readonly Source[] }) {
	return (
		<ul className="flex flex-col gap-1 text-line">
			{props.sources
				.filter((source) => isWebAddress(source.url))
				.map((source) => (
					<li key={source.url} className="min-w-0">
						<div className="flex min-w-0 items-baseline gap-2">
							<a
								href={source.url}
								target="_blank"
								rel="noopener noreferrer nofollow"
								className="min-w-0 truncate underline decoration-edge-strong underline-offset-3 hover:decoration-current"
							>
								{source.title}
							</a>
							<ExternalLink aria-hidden className="size-3 shrink-0 self-center text-faint" />
							<span className="shrink-0 text-cap text-faint max-md:hidden">
								{new URL(source.url).hostname.replace(/^www\./, '')}
							</span>
						</div>
						{source.snippet && (
							<p className="line-clamp-2 text-cap text-muted wrap-anywhere">{source.snippet}</p>
						)}
					</li>
				))}
		</ul>
	)
}
