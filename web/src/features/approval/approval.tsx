/** A call that waits for approval: what it would change, and the answers. */

import type { ApprovalPart, PreviewRead } from '@fairlead/protocol/conversations/stream-parts'
import type { CallView } from '@fairlead/protocol/view/call-view'
import { plain, valueText } from '@fairlead/protocol/view/labels/label'
import { nameOf, plainArguments } from '@fairlead/protocol/view/labels/names'
import { visible } from '@fairlead/protocol/view/visible'
import { actionOf, type Bag, bag, bags, text } from '@fairlead/protocol/wire/safe-read'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useOtherPerson } from '../../data/person/use-other-person.ts'
import { useMayAnswer } from '../../data/person/use-role.ts'
import { LabelView } from '../../parts/calls/label-view.tsx'
import { labelOf } from '../../parts/calls/labels.ts'
import { kindOf } from '../../parts/calls/titles.ts'
import { GivenCode } from '../../parts/results/code.tsx'
import { commandOf } from '../../parts/results/command.tsx'
import { ValueList } from '../../parts/values.tsx'
import { useNames } from '../../run/names-context.tsx'
import { Answers } from './answers.tsx'
import { DeclaredChanges } from './declared-changes.tsx'
import { FolderNow } from './folder-now.tsx'
import { SourceNow } from './source-now.tsx'
import { QUESTION_BOX } from './use-answer-keys.ts'
import { type ReadState, WholeBox } from './whole-box.tsx'

/** With the library that makes diffs; most conversations never ask. */
const Preview = lazy(() => import('./preview.tsx'))
const AskedDiffs = lazy(() => import('./asked-diffs.tsx'))

/** Previews of one batch; more are named only. */
const MAX_PREVIEWS = 12

export function Approval(props: { call: CallView; approvalId: string }) {
	const { call, approvalId } = props
	const mayAnswer = useMayAnswer()
	const names = useNames()
	const [readState, setReadState] = useState<ReadState>('unread')
	const [file, setFile] = useState<string>()
	const isWhole = call.approval?.withheld !== true
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset would put its legend between the buttons and their keys
		<div
			{...{ [QUESTION_BOX]: '' }}
			role="group"
			aria-label={plain(labelOf(call, names))}
			className="rounded-lg border border-edge-strong bg-surface p-3"
		>
			<p className="pb-1 text-cap text-faint">{kindOf(call.tool, actionOf(call))}</p>
			<WholeBox
				label={isWhole ? 'All of it' : 'What is shared of it'}
				readState={readState}
				onReadState={setReadState}
			>
				{call.approval?.why !== undefined && (
					<p className="pb-1 text-cap text-muted">{call.approval.why}</p>
				)}
				<Subject call={call} onFile={setFile} />
			</WholeBox>
			{!isWhole ? (
				<p className="mt-3 text-line text-muted">
					Part of this is not shared. A member of the project has to answer.
				</p>
			) : mayAnswer ? (
				<Answers call={call} approvalId={approvalId} readState={readState} file={file} />
			) : (
				<p className="mt-3 text-line text-muted">
					Waiting for a member who may approve this. Viewers of the project may not.
				</p>
			)}
		</div>
	)
}

/**
 * The subject of the approval: each operation of a batch, or the one call, with the current state.
 * @param props.onFile gets the SHA-256 of the one file that is shown
 */
function Subject(props: { call: CallView; onFile: (sha256: string | undefined) => void }) {
	const { call, onFile } = props
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
					const label = labelOf(inner, names)
					const unsaid = <Unsaid call={inner} />
					return (
						// biome-ignore lint/suspicious/noArrayIndexKey: operations are known by their place
						<li key={index} className="py-0.5 wrap-anywhere">
							<LabelView label={label} />
							{read?.shows === 'source' ? (
								<>
									{unsaid}
									<SourceNow read={read} editorKey={editorKey} />
								</>
							) : read ? (
								<Compared call={inner} read={read} editorKey={editorKey} instead={unsaid} />
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
	const values = <Arguments call={call} />
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
	return <Compared call={call} read={read} editorKey={editorKey} instead={values} onFile={onFile} />
}

/** Old and new values, then the arguments that neither they nor the sentence show. */
function Compared(props: {
	call: CallView
	read: PreviewRead
	editorKey: string | undefined
	instead: ReactNode
	onFile?: (sha256: string | undefined) => void
}) {
	const { call, read, editorKey, instead, onFile } = props
	const names = useNames()
	return (
		<Suspense fallback={instead}>
			<Preview
				read={read}
				input={call.input}
				editorKey={editorKey}
				caption={plain(labelOf(call, names))}
				instead={instead}
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
/** Unity's own word for an object, next to whose name it says nothing. */
const IDS: readonly string[] = ['instance_id', 'game_object_id', 'parent_id']

/** The arguments of a call that its sentence does not contain. */
function Unsaid(props: { call: CallView; compared?: readonly string[] }) {
	const { call, compared = [] } = props
	const names = useNames()
	const said = plain(labelOf(call, names)).toLowerCase()
	const unsaid = Object.entries(call.input).filter(
		([key, value]) =>
			!compared.includes(key) &&
			!(IDS.includes(key) && nameOf(key, value, names) !== undefined) &&
			!said.includes(visible(valueText(value, whole)).toLowerCase()),
	)
	const values = plainArguments(Object.fromEntries(unsaid), names)
	return Object.keys(values).length === 0 ? null : <ValueList values={values} />
}

const whole = (text: string): string => text

function Arguments(props: { call: CallView }) {
	const names = useNames()
	const values = plainArguments(props.call.input, names)
	// Code is shown whole before it is approved.
	const { tool, input } = props.call
	const code = tool === 'unity_execute' ? text(input['code']) : undefined
	if (code !== undefined) return <GivenCode source={code} />
	const command = tool === 'run_command' ? commandOf(input) : undefined
	if (command !== undefined)
		return (
			<>
				<GivenCode source={command} language="" />
				<DeclaredChanges input={input} />
			</>
		)
	if (tool === 'agent_permission') {
		const { text: asked, language, request_id: _, ...others } = input
		return (
			<>
				<Asked
					text={text(asked) ?? ''}
					language={text(language) ?? ''}
					path={text(input['path'])}
				/>
				<ValueList values={plainArguments(others, names)} />
			</>
		)
	}
	return Object.keys(values).length === 0 ? null : <ValueList values={values} />
}

/** A coding agent asks for a command, a tool with its arguments, or the change of a file. */
function Asked(props: { text: string; language: string; path: string | undefined }) {
	const source = <GivenCode source={props.text} language={props.language} />
	if (props.language !== 'diff' || props.path === undefined) return source
	return (
		<Suspense fallback={source}>
			<AskedDiffs text={props.text} path={props.path} />
		</Suspense>
	)
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

/** How the approval of a call was answered. */
export function ApprovalTrace(props: { answer: NonNullable<ApprovalPart['answer']> }) {
	const { approved, by, author, scope, reason } = props.answer
	const other = useOtherPerson(author) ?? (author ? 'you' : 'a person')
	if (by === 'ended') return null
	const said = approved ? 'Approved' : 'Denied'
	const how =
		by === 'person'
			? scope === 'once'
				? `by ${other}`
				: scope === 'run'
					? `by ${other}, for the rest of the run`
					: `by ${other}, for this project`
			: scope === 'project'
				? 'because it is always allowed in this project'
				: 'by an earlier answer in this run'
	return (
		<p className="mt-1.5 text-cap text-faint">
			{said} {how}
			{reason === undefined ? '' : `: “${reason}”`}
		</p>
	)
}
