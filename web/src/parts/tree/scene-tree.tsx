import type { HierarchyNode } from '@fairlead/protocol/tools'
import { Box, Camera, ChevronRight, Lightbulb, Package } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { codeSpan } from '../code-span.ts'
import { ancestorsOf, buildTrees, type TreeRow, typedRow, visibleRows } from './hierarchy.ts'

function iconOf(object: HierarchyNode) {
	if (object.components.includes('Camera')) return Camera
	if (object.components.includes('Light')) return Lightbulb
	return object.prefabAssetPath === null ? Box : Package
}

/** Letters typed with longer pauses begin another name. */
const TYPING_MS = 700

/** The loaded scenes as one tree. Arrow keys and first letters walk it, Enter and a click select. */
export function SceneTree(props: {
	objects: readonly HierarchyNode[]
	dirtyScenes: ReadonlySet<string>
	selectedId: string | null
	onSelect: (id: string) => void
}) {
	const { objects, selectedId } = props
	const trees = useMemo(() => buildTrees(objects), [objects])
	const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
	const [focusId, setFocusId] = useState<string | null>(null)
	const tree = useRef<HTMLDivElement>(null)
	const typed = useRef({ text: '', at: 0 })

	// An object chosen elsewhere (the palette, Changes) becomes visible here.
	useEffect(() => {
		if (selectedId === null) return
		const above = ancestorsOf(objects, selectedId)
		setExpanded((open) => (above.every((id) => open.has(id)) ? open : new Set([...open, ...above])))
	}, [selectedId, objects])

	const groups = useMemo(
		() => trees.map((scene) => ({ scene: scene.scene, rows: visibleRows(scene, expanded) })),
		[trees, expanded],
	)
	const rows = groups.flatMap((group) => group.rows)
	const tabStop =
		rows.find((row) => row.node.object.instanceId === (focusId ?? selectedId)) ?? rows[0]

	const toggle = (id: string, open: boolean) =>
		setExpanded((before) => {
			const next = new Set(before)
			if (open) next.add(id)
			else next.delete(id)
			return next
		})
	const focus = (row: TreeRow | undefined) => {
		if (!row) return
		const id = row.node.object.instanceId
		setFocusId(id)
		tree.current?.querySelector<HTMLElement>(`[data-object="${CSS.escape(id)}"]`)?.focus()
	}
	/** @returns false if no name begins so */
	const type = (letter: string, at: number): boolean => {
		const now = performance.now()
		const text = now - typed.current.at < TYPING_MS ? typed.current.text + letter : letter
		const meant = typedRow(rows, at, text)
		if (!meant) return false
		typed.current = { text, at: now }
		focus(meant)
		return true
	}
	const onKeyDown = (event: KeyboardEvent, row: TreeRow) => {
		const at = rows.indexOf(row)
		const held = event.ctrlKey || event.metaKey || event.altKey
		if (event.key.length === 1 && event.key !== ' ' && !held) {
			if (type(event.key, at)) event.preventDefault()
			return
		}
		const id = row.node.object.instanceId
		const hasChildren = row.node.children.length > 0
		const handled: Record<string, () => void> = {
			ArrowDown: () => focus(rows[at + 1]),
			ArrowUp: () => focus(rows[at - 1]),
			Home: () => focus(rows[0]),
			End: () => focus(rows.at(-1)),
			ArrowRight: () => {
				if (hasChildren && !row.expanded) toggle(id, true)
				else if (hasChildren) focus(rows[at + 1])
			},
			ArrowLeft: () => {
				if (row.expanded) toggle(id, false)
				else focus(rows.find((other) => other.node.object.instanceId === row.parentId))
			},
			Enter: () => props.onSelect(id),
			' ': () => props.onSelect(id),
		}
		const act = handled[event.key]
		if (!act) return
		event.preventDefault()
		act()
	}

	const latest = useRef<RowActs>(null)
	latest.current = {
		press: onKeyDown,
		choose: (id) => {
			setFocusId(id)
			props.onSelect(id)
		},
		toggle,
	}
	const acts = useMemo<RowActs>(
		() => ({
			press: (event, row) => latest.current?.press(event, row),
			choose: (id) => latest.current?.choose(id),
			toggle: (id, open) => latest.current?.toggle(id, open),
		}),
		[],
	)

	return (
		<div ref={tree} role="tree" aria-label="Objects of the scene" className="pb-2">
			{groups.map((group) => (
				// biome-ignore lint/a11y/useSemanticElements: a group of tree items has no element of its own
				<div key={group.scene} role="group" aria-label={`Scene ${group.scene}`}>
					<p className="sticky top-0 z-10 flex items-center gap-1.5 bg-surface px-4 py-1.5 text-cap text-muted">
						<span className="truncate">{group.scene}</span>
						{props.dirtyScenes.has(group.scene) && <span className="text-faint">not saved</span>}
					</p>
					{group.rows.map((row) => (
						<Row
							key={row.node.object.instanceId}
							row={row}
							selected={row.node.object.instanceId === selectedId}
							tabStop={row === tabStop}
							acts={acts}
						/>
					))}
				</div>
			))}
		</div>
	)
}

/** Acts that a row calls; the object stays the same, so that a step of the keyboard draws two rows and not all of them. */
interface RowActs {
	readonly press: (event: KeyboardEvent, row: TreeRow) => void
	readonly choose: (id: string) => void
	readonly toggle: (id: string, open: boolean) => void
}

const Row = memo(function Row(props: {
	row: TreeRow
	selected: boolean
	tabStop: boolean
	acts: RowActs
}) {
	const { row, selected, acts } = props
	const { object, children } = row.node
	const id = object.instanceId
	const Icon = iconOf(object)
	return (
		<div
			role="treeitem"
			aria-level={row.level + 1}
			aria-expanded={children.length > 0 ? row.expanded : undefined}
			aria-selected={selected}
			tabIndex={props.tabStop ? 0 : -1}
			data-object={id}
			// Dropped in the message box, it is a mention.
			draggable
			onDragStart={(event) => event.dataTransfer.setData('text/plain', codeSpan(object.path))}
			onKeyDown={(event) => acts.press(event, row)}
			onClick={() => acts.choose(id)}
			className={cx(
				'focus-inset flex h-7 cursor-default items-center gap-1.5 pr-3 text-line [content-visibility:auto] max-md:h-11',
				selected ? 'bg-press' : 'hover:bg-hover',
				!object.activeSelf && 'text-faint',
			)}
			style={{ paddingLeft: 10 + row.level * 14 }}
		>
			{children.length > 0 ? (
				<button
					type="button"
					tabIndex={-1}
					aria-label={row.expanded ? 'Collapse' : 'Expand'}
					onClick={(event) => {
						event.stopPropagation()
						acts.toggle(id, !row.expanded)
					}}
					className="flex size-5 shrink-0 items-center justify-center rounded-sm text-faint hover:text-text max-md:size-10"
				>
					<ChevronRight
						className={cx(
							'size-3.5 transition-transform duration-100',
							row.expanded && 'rotate-90',
						)}
					/>
				</button>
			) : (
				<span className="w-5 shrink-0 max-md:w-10" />
			)}
			<Icon aria-hidden className="size-3.5 shrink-0 text-faint" />
			<span className="truncate" title={object.name}>
				{object.name}
			</span>
			{!object.activeSelf && <span className="ml-auto text-cap">hidden</span>}
		</div>
	)
})
