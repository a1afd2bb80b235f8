/** Changes as people read them: objects with old and new values, files with their diffs, assets. */
import type { Changes, FileChange, ObjectChange } from '@fairlead/protocol/view/run-changes'
import { FileCode, Minus, Pencil, Plus, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Diff } from '../../parts/diff/diff.tsx'
import { countDiff } from '../../parts/diff/lines.ts'
import { ValueTable } from '../../parts/values.tsx'
import { useProjectKind } from '../../run/packs.ts'
import { cx } from '../../ui/cx.ts'

export function ChangeRows(props: {
	changes: Changes
	/** Where names of Undo groups that were undone come from: "this run". */
	scope: string
	onSelect: (id: string) => void
}) {
	const { changes } = props
	const isUnity = useProjectKind() === 'unity'
	return (
		<>
			<Section title="Objects" count={changes.objects.length}>
				{changes.objects.map((object) => (
					<ObjectRow key={object.key} object={object} onSelect={props.onSelect} />
				))}
			</Section>
			<Section title="Files" count={changes.files.length}>
				{changes.files.map((file) => (
					<FileRow key={file.path} file={file} />
				))}
			</Section>
			<Section
				title={isUnity ? 'Assets and scenes' : 'Moved and copied'}
				count={changes.assets.length}
			>
				{changes.assets.map((asset, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: one asset may be touched several times
					<div key={index} className="flex gap-3 border-t border-edge px-4 py-2 text-line">
						<span className="min-w-0 flex-1 wrap-anywhere">{asset.path}</span>
						<span className="shrink-0 text-muted">{asset.note}</span>
					</div>
				))}
			</Section>
			<Section title="By sub-agents and unfinished calls" count={changes.delegated.length}>
				{changes.delegated.map((name, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name
					<p key={index} className="border-t border-edge px-4 py-2 text-line wrap-anywhere">
						{name}
					</p>
				))}
			</Section>
			{changes.undone.length > 0 && (
				<p className="flex items-center gap-2 px-4 pt-3 text-line text-muted">
					<Undo2 aria-hidden className="size-4" /> Undone in {props.scope}:{' '}
					{changes.undone.join(', ')}
				</p>
			)}
		</>
	)
}

function Section(props: { title: string; count: number; children: ReactNode }) {
	if (props.count === 0) return null
	return (
		<section aria-label={props.title}>
			<h2 className="flex items-baseline gap-2 px-4 pb-1.5 pt-3 text-line font-semibold">
				{props.title}
				<span className="tabular text-cap font-normal text-faint">{props.count}</span>
			</h2>
			{props.children}
		</section>
	)
}

const KINDS = {
	created: { icon: Plus, tint: 'text-ok', word: 'created' },
	changed: { icon: Pencil, tint: 'text-faint', word: 'changed' },
	deleted: { icon: Minus, tint: 'text-danger', word: 'deleted' },
} as const

function ObjectRow(props: { object: ObjectChange; onSelect: (id: string) => void }) {
	const { object } = props
	const { icon: Icon, tint, word } = KINDS[object.kind]
	const name = <span className="truncate font-medium">{object.name}</span>
	return (
		<div className="border-t border-edge px-4 py-2">
			<div className="flex items-center gap-2 text-line">
				<Icon aria-hidden className={cx('size-3.5 shrink-0', tint)} />
				{object.kind === 'deleted' ? (
					name
				) : (
					<button
						type="button"
						title="Show in the inspector"
						onClick={() => props.onSelect(object.key)}
						className="flex min-w-0 rounded-sm underline decoration-transparent underline-offset-3 hover:decoration-current max-md:min-h-11 max-md:items-center"
					>
						{name}
					</button>
				)}
				<span className="ml-auto shrink-0 text-cap text-muted">{word}</span>
			</div>
			{object.notes.length > 0 && (
				<p className="pl-5.5 pt-0.5 text-line text-muted">{object.notes.join(', ')}</p>
			)}
			{object.values.length > 0 && (
				<div className="pl-5.5 pt-1.5">
					<ValueTable rows={object.values} caption={`Changes to ${object.name}`} />
				</div>
			)}
		</div>
	)
}

function FileRow(props: { file: FileChange }) {
	const { file } = props
	const [open, setOpen] = useState(false)
	const totals = file.diffs.map(countDiff)
	const added = totals.reduce((sum, diff) => sum + diff.added, 0)
	const removed = totals.reduce((sum, diff) => sum + diff.removed, 0)
	const name = (
		<>
			<FileCode aria-hidden className="size-3.5 shrink-0 text-faint" />
			<span className="min-w-0 flex-1 font-mono text-cap wrap-anywhere">{file.path}</span>
			{file.kind === 'created' && <span className="text-cap text-muted">new</span>}
		</>
	)
	if (file.diffs.length === 0)
		return (
			<div className="flex items-center gap-2 border-t border-edge px-4 py-2 text-line">
				{name}
				<span className="shrink-0 text-cap text-muted">by a command</span>
			</div>
		)
	return (
		<div className="border-t border-edge">
			<button
				type="button"
				aria-expanded={open}
				onClick={() => setOpen(!open)}
				className="focus-inset flex w-full items-center gap-2 px-4 py-2 text-left text-line hover:bg-hover max-md:min-h-11"
			>
				{name}
				<span className="tabular shrink-0 text-cap">
					<span className="text-ok">+{added}</span> <span className="text-danger">−{removed}</span>
				</span>
			</button>
			{open && (
				<div className="flex flex-col gap-2 px-4 pb-3">
					{file.diffs.map((diff, index) => (
						<Diff
							// biome-ignore lint/suspicious/noArrayIndexKey: writes are known by their order
							key={index}
							diff={diff}
							path={file.path}
							label={`Change ${index + 1} to ${file.path}`}
						/>
					))}
				</div>
			)}
		</div>
	)
}
