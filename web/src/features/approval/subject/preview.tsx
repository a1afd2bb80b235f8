/** The changes a call would make: a file's diff, a component's old and new values. */

import type { PreviewRead } from '@fairlead/protocol/conversations/stream-parts'
import { NO_FILE } from '@fairlead/protocol/tools/files/no-file'
import { visible } from '@fairlead/protocol/view/visible'
import type { Bag } from '@fairlead/protocol/wire/safe-read'
import { bag, text } from '@fairlead/protocol/wire/safe-read'
import { createTwoFilesPatch } from 'diff'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useReading } from '../../../data/room/use-read.ts'
import { Diff } from '../../../parts/diff/diff.tsx'
import { countDiff } from '../../../parts/diff/lines.ts'
import { ValueTable } from '../../../parts/values.tsx'
import { PENDING } from '../whole-box.tsx'
import { type Comparison, compare } from './compare.ts'
import { READ_LIMIT_MS, readNow, useIsLate } from './read-now.ts'

/** Unchanged lines around a change. */
const CONTEXT_LINES = 3

export default function Preview(props: {
	read: PreviewRead
	/** The call's arguments, or those of the batch's operation that the read belongs to. */
	input: Bag
	editorKey: string | undefined
	caption: string
	/** The new values alone, where there is no answer. */
	instead: ReactNode
	/** A sentence above names the file. */
	named: boolean
	/** Gets the SHA-256 of the file that is shown; {@link NO_FILE}: there is none yet. */
	onFile: ((sha256: string | undefined) => void) | undefined
}) {
	const { read, input, editorKey, onFile } = props
	const isLate = useIsLate(READ_LIMIT_MS)
	const { data, error } = useReading<{ now: unknown }>(
		JSON.stringify([editorKey, read]),
		async (room) => {
			const outcome = await readNow(room, read, editorKey)
			return outcome.status === 'ok' ? { status: 'ok', result: { now: outcome.result } } : outcome
		},
		['hierarchy', 'assets'],
	)
	const comparison = useMemo(
		() => compare(read.shows, input, data?.now ?? null),
		[read.shows, input, data],
	)
	const isNew = read.shows === 'file' && data !== null && data.now === null
	const sha256 = isNew ? NO_FILE : text(bag(data?.now)['sha256'])
	useEffect(() => onFile?.(sha256), [onFile, sha256])
	if (data === null && error === null && !isLate)
		return (
			<p {...{ [PENDING]: '' }} className="text-cap text-muted">
				Reading the current state…
			</p>
		)
	if (data === null)
		return (
			<>
				<p className="text-cap text-muted">
					Could not read the current state
					{error === null ? ': the editor has not answered yet.' : `: ${error.message}`}
				</p>
				{props.instead}
			</>
		)
	return (
		<Shown
			comparison={comparison}
			path={visible(text(input['path']) ?? '')}
			caption={props.caption}
			named={props.named}
		/>
	)
}

function Shown(props: { comparison: Comparison; path: string; caption: string; named: boolean }) {
	const { comparison, path, named } = props
	switch (comparison.kind) {
		case 'values':
			return <ValueTable rows={comparison.rows} caption={props.caption} />
		case 'edits':
			return <Diff diff={comparison.diff} path={path} label={`Changes to ${path}`} />
		case 'text':
			return <TextDiff {...comparison} path={path} named={named} />
		case 'none':
			return null
		default:
			return comparison satisfies never
	}
}

function TextDiff(props: { before: string | null; after: string; path: string; named: boolean }) {
	const { before, after, path, named } = props
	const diff = useMemo(
		() =>
			createTwoFilesPatch(path, path, before ?? '', after, undefined, undefined, {
				context: CONTEXT_LINES,
			}).replace(/^(Index:.*\n)?=+\n/, ''),
		[before, after, path],
	)
	const { added, removed } = countDiff(diff)
	if (before === after) return <p className="text-line text-muted">{path} would not change.</p>
	return (
		<div>
			<p className="flex flex-wrap items-baseline gap-x-2 pb-1 text-cap text-muted">
				{!named && <span className="font-mono wrap-anywhere">{path}</span>}
				<span>{before === null ? 'new file' : 'changed'}</span>
				<span className="tabular">
					<span className="text-ok">+{added}</span> <span className="text-danger">−{removed}</span>
				</span>
			</p>
			<Diff diff={diff} path={path} label={`Changes to ${path}`} />
		</div>
	)
}
