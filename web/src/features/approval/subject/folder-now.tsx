/** Says that the path to delete, move or copy is a folder, and what it holds. */

import type { PreviewRead } from '@fairlead/protocol/conversations/stream-parts'
import { visible } from '@fairlead/protocol/view/visible'
import { type Bag, bag, bags, text } from '@fairlead/protocol/wire/safe-read'
import type { ReactNode } from 'react'
import { useReading } from '../../../data/room/use-read.ts'
import { PENDING, WITHHELD } from '../whole-box.tsx'
import { folderWords } from './folder-words.ts'

/** Levels that the server lists. */
const DEPTH = 5

/** A listing is cut, leaves out what .gitignore names, and ends at its depth. */
function isPart(listing: Bag): boolean {
	if (listing['truncated'] === true || listing['ignored'] !== undefined) return true
	const top = levels(text(listing['path']) ?? '')
	return bags(listing['entries']).some(
		(entry) => entry['kind'] === 'directory' && levels(text(entry['path']) ?? '') - top >= DEPTH,
	)
}

const levels = (path: string): number => (path === '.' ? 0 : path.split('/').length)

/**
 * @param props.runs what is in it would run: its files are named, and Enter does not approve it
 * @param props.otherwise shown if it is no folder
 */
export function FolderNow(props: {
	read: PreviewRead
	editorKey: string | undefined
	runs?: boolean
	otherwise?: ReactNode
}) {
	const { read, editorKey, runs = false, otherwise = null } = props
	const { data, error } = useReading<{ words: string | null; files: readonly string[] }>(
		JSON.stringify([editorKey, read]),
		async (room) => {
			const outcome = await room.read(read.method, read.params, editorKey)
			if (outcome.status === 'ok') {
				const listing = bag(outcome.result)
				const entries = bags(listing['entries'])
				const kinds = entries.map((entry) => text(entry['kind']) ?? '')
				const files = entries
					.filter(({ kind }) => kind !== 'directory')
					.map(({ path }) => text(path) ?? '')
				return { status: 'ok', result: { words: folderWords(kinds, isPart(listing)), files } }
			}
			// A file: nothing more is to be said of it.
			const isFile = ['invalid_arguments', 'not_found'].includes(outcome.error.code)
			return isFile ? { status: 'ok', result: { words: null, files: [] } } : outcome
		},
		['assets'],
	)
	if (data === null && error === null)
		return (
			<p {...{ [PENDING]: '' }} className="text-cap text-muted">
				Looking whether it is a folder…
			</p>
		)
	if (data === null)
		return <p className="text-cap text-muted">Could not look whether it is a folder.</p>
	if (data.words === null) return otherwise
	return (
		<>
			<p className="pt-1 text-line">{data.words}</p>
			{runs && <FilesThatRun paths={data.files} />}
		</>
	)
}

function FilesThatRun({ paths }: { paths: readonly string[] }) {
	return (
		<>
			<ul className="list-disc pt-1 pl-4 font-mono text-cap">
				{paths.map((path) => (
					<li key={path} className="wrap-anywhere">
						{visible(path)}
					</li>
				))}
			</ul>
			<p {...{ [WITHHELD]: '' }} className="pt-1 text-line text-warn">
				The contents of these files are not shown, and may be code that would run. Read them on
				their computer first. Enter does not approve it.
			</p>
		</>
	)
}
