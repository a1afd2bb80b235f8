/** Files that were read, written or listed. */

import { plain } from '@fairlead/protocol/view/labels/label'
import { bag, bags, list, number, text } from '@fairlead/protocol/wire/safe-read'
import { File, Folder } from 'lucide-react'
import { labelOf } from '../calls/labels.ts'
import { Diff } from '../diff/diff.tsx'
import { Code } from '../markdown/code.tsx'
import { isPicture } from '../pictures.tsx'
import type { Renderer } from './renderer.ts'
import { MAX_ROWS, More } from './rows.tsx'
import { pictures } from './unity/screenshot.tsx'

const languageOfPath = (path: string): string => /\.([a-z0-9]+)$/i.exec(path)?.[1] ?? ''

export const writtenFile: Renderer = {
	details: (call) => {
		const diff = text(bag(call.result)['diff'])
		return diff ? (
			<Diff diff={diff} path={text(call.input['path']) ?? ''} label={plain(labelOf(call))} />
		) : null
	},
}

export const readFile: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		if (call.attachments.some(isPicture)) return pictures.details(call)
		const content = text(result['content'])
		if (content === undefined) return <p className="text-line text-muted">The file is empty.</p>
		const first = number(result['firstLine']) ?? 1
		const lines = number(result['lineCount']) ?? 0
		return (
			<>
				<Code
					source={content}
					language={languageOfPath(text(result['path']) ?? '')}
					className="focus-inset max-h-96 overflow-auto rounded-md border border-edge bg-surface p-3 !text-cap leading-[18px]"
				/>
				<p className="tabular pt-1 text-cap text-faint">
					{result['encoding'] === undefined ? '' : `${text(result['encoding'])}, `}
					Lines {first} to {first + Math.max(0, lines - 1)} of{' '}
					{number(result['totalLines']) ?? lines}
				</p>
			</>
		)
	},
}

export const directory: Renderer = {
	details: (call) => {
		const entries = bags(bag(call.result)['entries'])
		return (
			<>
				<ul className="font-mono text-cap leading-5">
					{entries.slice(0, MAX_ROWS).map((entry) => {
						const Icon = entry['kind'] === 'directory' ? Folder : File
						return (
							<li key={String(entry['path'])} className="flex items-center gap-2">
								<Icon aria-label={String(entry['kind'])} className="size-3.5 shrink-0 text-faint" />
								<span className="wrap-anywhere">{text(entry['path'])}</span>
							</li>
						)
					})}
				</ul>
				<More shown={Math.min(entries.length, MAX_ROWS)} total={entries.length} />
			</>
		)
	},
}

/** Lines that were found, under their files, with the lines around them. */
export const matches: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const found = bags(result['matches'])
		const shown = found.slice(0, MAX_ROWS)
		const incomplete = text(result['incomplete'])
		return (
			<>
				<ul className="font-mono text-cap leading-5">
					{shown.map((match) => (
						<li
							key={`${match['path']}:${match['line']}`}
							className="border-t border-edge py-1 first:border-t-0"
						>
							<p className="wrap-anywhere text-muted">
								{text(match['path'])}:{number(match['line'])}
							</p>
							<pre className="focus-inset overflow-x-auto">
								{strings(match['before']).map((line, at) => (
									// biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
									<span key={at} className="block text-faint">
										{line || ' '}
									</span>
								))}
								<span className="block">{text(match['text'])}</span>
								{strings(match['after']).map((line, at) => (
									// biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
									<span key={at} className="block text-faint">
										{line || ' '}
									</span>
								))}
							</pre>
						</li>
					))}
				</ul>
				<More shown={shown.length} total={number(result['total']) ?? 0} />
				{incomplete && <p className="pt-1 text-cap text-muted">{incomplete}</p>}
			</>
		)
	},
}

/** Files that refer to an asset. */
export const usages: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const shown = bags(result['users']).slice(0, MAX_ROWS)
		const incomplete = text(result['incomplete'])
		const note = text(result['note'])
		return (
			<>
				<ul className="text-line">
					{shown.map((user) => (
						<li key={String(user['path'])} className="flex gap-3 py-0.5">
							<span className="min-w-0 flex-1 font-mono text-cap wrap-anywhere">
								{text(user['path'])}
							</span>
							<span className="tabular text-faint">{number(user['references'])}×</span>
						</li>
					))}
				</ul>
				<More shown={shown.length} total={number(result['total']) ?? 0} />
				{note && <p className="pt-1 text-cap wrap-anywhere text-muted">{note}</p>}
				{incomplete && <p className="pt-1 text-cap text-muted">{incomplete}</p>}
			</>
		)
	},
}

const strings = (value: unknown): string[] =>
	list(value).filter((line): line is string => typeof line === 'string')
