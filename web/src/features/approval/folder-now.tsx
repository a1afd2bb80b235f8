/** Says that the path to delete, move or copy is a folder, and what it holds. */

import type { PreviewRead } from '@fairlead/protocol/conversations/stream-parts'
import { type Bag, bag, bags, text } from '@fairlead/protocol/wire/safe-read'
import { useReading } from '../../data/room/use-read.ts'
import { folderWords } from './folder-words.ts'
import { PENDING } from './whole-box.tsx'

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

export function FolderNow(props: { read: PreviewRead; editorKey: string | undefined }) {
	const { read, editorKey } = props
	const { data, error } = useReading<{ words: string | null }>(
		JSON.stringify([editorKey, read]),
		async (room) => {
			const outcome = await room.read(read.method, read.params, editorKey)
			if (outcome.status === 'ok') {
				const listing = bag(outcome.result)
				const entries = bags(listing['entries'])
				const kinds = entries.map((entry) => text(entry['kind']) ?? '')
				return { status: 'ok', result: { words: folderWords(kinds, isPart(listing)) } }
			}
			// A file: nothing more is to be said of it.
			const isFile = ['invalid_arguments', 'not_found'].includes(outcome.error.code)
			return isFile ? { status: 'ok', result: { words: null } } : outcome
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
	return data.words === null ? null : <p className="pt-1 text-line">{data.words}</p>
}
