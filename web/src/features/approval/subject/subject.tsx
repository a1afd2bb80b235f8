/** The subject of a question: the arguments of its call, and the current state that they would change. */

import type { PreviewRead } from '@fairlead/protocol/conversations/stream-parts'
import type { CallView } from '@fairlead/protocol/view/call-view'
import { plainArguments } from '@fairlead/protocol/view/labels/arguments'
import { plain } from '@fairlead/protocol/view/labels/label'
import { type Bag, bag, bags, text } from '@fairlead/protocol/wire/safe-read'
// biome-ignore lint/style/noRestrictedImports: a change that cannot be shown takes its question with it, unapproved
import { lazy, type ReactNode, Suspense } from 'react'
import { LabelView } from '../../../parts/calls/label-view.tsx'
import { labelOf, orderOf } from '../../../parts/calls/labels.ts'
import { titled } from '../../../parts/calls/titles.ts'
import { GivenCode } from '../../../parts/results/code.tsx'
import { commandOf } from '../../../parts/results/command.tsx'
import { ValueList } from '../../../parts/values.tsx'
import { useNames } from '../../../run/names-context.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { unsaidOf } from '../said.ts'
import { DeclaredChanges } from './declared-changes.tsx'
import { FolderNow } from './folder-now.tsx'
import { SourceNow } from './source-now.tsx'

/** With the library that makes diffs; most conversations never ask. */
const Preview = lazy(() => import('./preview.tsx'))
const AskedDiffs = lazyPart(() => import('./asked-diffs.tsx'))

/** Previews of one batch; more are named only. */
const MAX_PREVIEWS = 12

/**
 * Each operation of a batch, or the one call, with the current state.
 * @param props.named the call's sentence stands above: its arguments are not repeated
 * @param props.onFile gets the SHA-256 of the one file that is shown
 */
export function Subject(props: {
	call: CallView
	named: boolean
	onFile: (sha256: string | undefined) => void
}) {
	const { call, named, onFile } = props
	const names = useNames()
	const operations = bags(call.input['operations'])
	const reads = call.approval?.reads ?? []
	const editorKey = call.approval?.editorKey
	if (operations.length > 0) {
		const queue = [...reads]
		return (
			<ul className="list-disc pl-4 text-line text-muted">
				{operations.map((operation, index) => {
					const inner = operationOf(call, operation)
					const at = queue.findIndex((read) => isAbout(read, inner.input))
					const isShown = index < MAX_PREVIEWS || queue[at]?.shows === 'source'
					const read = at >= 0 && isShown ? queue.splice(at, 1)[0] : undefined
					const label = orderOf(inner, names)
					const unsaid = <Unsaid call={inner} />
					return (
						// biome-ignore lint/suspicious/noArrayIndexKey: operations are known by their place
						<li key={index} className="py-0.5 wrap-anywhere">
							<span className="whitespace-pre-wrap">
								<LabelView label={label} />
							</span>
							{read?.shows === 'source' ? (
								<>
									{unsaid}
									<SourceNow read={read} editorKey={editorKey} />
								</>
							) : read ? (
								<Compared call={inner} read={read} editorKey={editorKey} instead={unsaid} named />
							) : (
								unsaid
							)}
						</li>
					)
				})}
			</ul>
		)
	}
	const [read] = reads
	const values = <Arguments call={call} named={named} />
	if (read?.shows === 'source')
		return (
			<>
				{values}
				<SourceNow read={read} editorKey={editorKey} onFile={onFile} />
			</>
		)
	if (read?.shows === 'folder')
		return (
			<>
				{values}
				<FolderNow read={read} editorKey={editorKey} />
			</>
		)
	if (!read || !comparable(read, call.input)) return values
	return <Compared {...{ call, read, editorKey, named, onFile }} instead={values} />
}

/** Old and new values, then the arguments that neither they nor the sentence show. */
function Compared(props: {
	call: CallView
	read: PreviewRead
	editorKey: string | undefined
	instead: ReactNode
	named: boolean
	onFile?: (sha256: string | undefined) => void
}) {
	const { call, read, editorKey, instead, named, onFile } = props
	const names = useNames()
	return (
		<Suspense fallback={instead}>
			<Preview
				read={read}
				input={call.input}
				editorKey={editorKey}
				caption={plain(labelOf(call, names))}
				instead={instead}
				named={named}
				onFile={onFile}
			/>
			<Unsaid call={call} compared={COMPARED[read.shows]} />
		</Suspense>
	)
}

/** Arguments that a comparison shows. */
const COMPARED: Readonly<Record<PreviewRead['shows'], readonly string[]>> = {
	file: ['path', 'content', 'edits'],
	folder: [],
	source: [],
	component: ['properties'],
	asset: ['properties', 'color', 'shader', 'with'],
	object: ['position', 'rotation', 'scale', 'name', 'active', 'tag', 'layer'],
}

/** The arguments of a call that its sentence does not contain. */
function Unsaid(props: { call: CallView; compared?: readonly string[] }) {
	const { call, compared = [] } = props
	const names = useNames()
	const unsaid = Object.entries(unsaidOf(call, names)).filter(([key]) => !compared.includes(key))
	return <Given call={{ ...call, input: Object.fromEntries(unsaid) }} />
}

/** The arguments as they are, without the action, which the sentence of a tool of ours has. */
function Given({ call: { tool, input } }: { call: CallView }) {
	const names = useNames()
	const values = plainArguments(input, names, titled(tool) === undefined)
	return Object.keys(values).length === 0 ? null : <ValueList values={values} />
}

function Arguments(props: { call: CallView; named: boolean }) {
	const names = useNames()
	// Code is shown whole before it is approved.
	const { tool, input } = props.call
	const code = tool === 'unity_execute' ? text(input['code']) : undefined
	if (code !== undefined) return <GivenCode source={code} />
	const command = tool === 'run_command' ? commandOf(input) : undefined
	if (command !== undefined) {
		const isSaid = props.named && plain(orderOf(props.call, names)).includes(command)
		return (
			<>
				{!isSaid && <GivenCode source={command} language="" />}
				<DeclaredChanges input={input} />
			</>
		)
	}
	if (tool === 'agent_permission') {
		const { text: asked, language, request_id: _, ...others } = input
		return (
			<>
				<Asked
					text={text(asked) ?? ''}
					language={text(language) ?? ''}
					path={text(input['path'])}
				/>
				<Given call={{ ...props.call, input: others }} />
			</>
		)
	}
	return props.named ? <Unsaid call={props.call} /> : <Given call={props.call} />
}

/** A coding agent asks for a command, a tool with its arguments, or the change of a file. */
function Asked(props: { text: string; language: string; path: string | undefined }) {
	const source = <GivenCode source={props.text} language={props.language} />
	if (props.language !== 'diff' || props.path === undefined) return source
	return <AskedDiffs until={source} text={props.text} path={props.path} />
}

/** Whether there are new values to compare: a call without new values shows its arguments. */
function comparable(read: PreviewRead, input: Bag): boolean {
	switch (read.shows) {
		case 'file':
			return typeof input['content'] === 'string' || bags(input['edits']).length > 0
		case 'component':
			return Object.keys(bag(input['properties'])).length > 0
		case 'asset':
			return COMPARED.asset.some((name) => input[name] !== undefined)
		case 'object':
			return !['duplicate', 'reparent', 'move_scene'].includes(text(input['action']) ?? '')
		case 'folder':
			return false
		case 'source':
			return typeof input['new_path'] === 'string'
		default:
			return read.shows satisfies never
	}
}

/** Reads stand in the order of the operations, but not every operation has one. */
function isAbout(read: PreviewRead, input: Bag): boolean {
	const names = new Set(
		['instance_id', 'game_object_id', 'path', 'asset_path'].flatMap(
			(key) => text(input[key]) ?? [],
		),
	)
	return (
		comparable(read, input) &&
		Object.values(read.params).some((value) => typeof value === 'string' && names.has(value))
	)
}

/** One operation of a batch as the call that it would be alone. */
const operationOf = (call: CallView, operation: Bag): CallView => ({
	...call,
	tool: text(operation['tool']) ?? 'tool',
	input: bag(operation['args']),
})
