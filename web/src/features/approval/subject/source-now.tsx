/** The text that a copy or a move would make run: the person who approves it has read it. */

import type { PreviewRead } from '@fairlead/protocol/conversations/stream-parts'
import { visible } from '@fairlead/protocol/view/visible'
import { HIDDEN } from '@fairlead/protocol/view/without-secrets'
import { type Bag, bag, bags, number, text } from '@fairlead/protocol/wire/safe-read'
import { useEffect } from 'react'
import { useReading } from '../../../data/room/use-read.ts'
import { GivenCode } from '../../../parts/results/code.tsx'
import type { ChatMessage } from '../../../run/messages/messages.ts'
import { useShownMessages } from '../../../run/messages/shown-messages.ts'
import { PENDING, WITHHELD } from '../whole-box.tsx'
import { FolderNow } from './folder-now.tsx'
import { READ_LIMIT_MS, readNow, useIsLate } from './read-now.ts'

/** Calls of the newest answer that have ended: one of them may have written the file. */
const endedCalls = (messages: readonly ChatMessage[]): number =>
	bags(messages.at(-1)?.parts).filter(({ state }) => text(state)?.startsWith('output-')).length

/** @param props.onFile gets the SHA-256 of the file that is shown */
export function SourceNow(props: {
	read: PreviewRead
	editorKey: string | undefined
	onFile?: (sha256: string | undefined) => void
}) {
	const { read, editorKey, onFile } = props
	const path = text(read.params['path']) ?? ''
	const ended = useShownMessages(endedCalls)
	const key = JSON.stringify([editorKey, read, ended])
	const isLate = useIsLate(READ_LIMIT_MS)
	const { data, error } = useReading<{ file: unknown }>(
		key,
		async (room) => {
			const outcome = await readNow(room, read, editorKey)
			return outcome.status === 'ok' ? { status: 'ok', result: { file: outcome.result } } : outcome
		},
		['assets'],
	)
	const sha256 = text(bag(data?.file)['sha256'])
	useEffect(() => onFile?.(sha256), [onFile, sha256])
	const named = visible(path)
	if (data !== null) return <Source path={named} file={data.file} />
	if (error === null)
		return isLate ? (
			<NotShown path={named} reason="the editor has not answered yet." />
		) : (
			<p {...{ [PENDING]: '' }} className="text-cap text-muted">
				Reading {named}…
			</p>
		)
	const notShown = <NotShown path={named} reason={error.message} />
	return error.code === 'invalid_arguments' ? (
		<FolderNow read={folderRead(path)} editorKey={editorKey} runs otherwise={notShown} />
	) : (
		notShown
	)
}

const folderRead = (path: string): PreviewRead => ({
	shows: 'folder',
	method: 'list_directory',
	params: { path, depth: 5, limit: 1_000 },
})

function NotShown(props: { path: string; reason: string }) {
	return (
		<p className="pt-1 text-line">
			Could not show the content of {props.path}: {props.reason}
		</p>
	)
}

/** @param props.file as `read_file` gives it; null: there is none */
export function Source(props: { path: string; file: unknown }) {
	const { path, file } = props
	if (file === null) return <NotShown path={path} reason="it does not exist." />
	const read: Bag = bag(file)
	if (read['picture'] !== undefined) return <p className="pt-1 text-line">{path} is a picture.</p>
	const content = text(read['content']) ?? ''
	const [lines, total] = [number(read['lineCount']) ?? 0, number(read['totalLines']) ?? 0]
	return (
		<>
			<p className="pb-1 text-cap text-muted">Content of {path}</p>
			<GivenCode source={content} language="" />
			{content.includes(HIDDEN) && (
				<p {...{ [WITHHELD]: '' }} className="pt-1 text-line text-warn">
					Not all of it is shown: what looks like a secret is hidden, and may be code that would
					run. Read the file on its computer first. Enter does not approve it.
				</p>
			)}
			{lines < total && (
				<p className="pt-1 text-line">
					Only {lines} of its {total} lines are shown.
				</p>
			)}
		</>
	)
}
