/** The warriors from parent to child; each opens below its row. */
import type { EvolvedWarrior } from '@fairlead/protocol/arena/evolutions'
import { visible } from '@fairlead/protocol/view/visible'
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { BredWarrior } from './bred-warrior.tsx'
import { type Branch, type Family, gainOf, percent, type Relative } from './family.ts'

interface TreeProps {
	/** Indexed by id. */
	readonly warriors: readonly EvolvedWarrior[]
	readonly family: Family
	/** The id of the warrior that is open. */
	readonly open: number | null
	readonly onOpen: (id: number | null) => void
	readonly onTake: (redcode: string) => void
}

export function FamilyTree(props: TreeProps) {
	return (
		<div className="mt-4">
			<div className="flex items-baseline justify-between gap-2">
				<h3 className="text-line font-semibold">Family tree</h3>
				<span
					className="text-cap text-muted"
					title="Share of all points, and how much more than the parent won from the same positions"
				>
					Score and gain
				</span>
			</div>
			<BranchList {...props} branch={props.family.trunk} label="Family tree" />
		</div>
	)
}

function BranchList(props: TreeProps & { readonly branch: Branch; readonly label?: string }) {
	const { branch, label, ...tree } = props
	return (
		<ul className="core-branch" {...(label === undefined ? {} : { 'aria-label': label })}>
			{branch.map((relative) => (
				<Row key={relative.warrior.id} {...tree} of={relative} />
			))}
		</ul>
	)
}

function Row(props: TreeProps & { readonly of: Relative }) {
	const { of, ...tree } = props
	const { family, open, warriors } = tree
	const { warrior, branches } = of
	const { id, parent } = warrior
	const isOpen = id === open
	const isBest = id === family.best.id
	const row = useRef<HTMLButtonElement>(null)
	useEffect(() => {
		// The row may have been opened in the picture.
		if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
	}, [isOpen])
	const name = visible(warrior.name)
	const gain = gainOf(warrior)
	return (
		<li
			className="core-relative"
			data-leads={family.descent.has(id) || undefined}
			data-best={isBest || undefined}
		>
			<button
				ref={row}
				type="button"
				aria-expanded={isOpen}
				onClick={() => tree.onOpen(isOpen ? null : id)}
				className="core-row focus-inset tabular flex w-full min-w-0 items-center gap-2 rounded-md px-1.5 py-1 text-left text-line hover:bg-hover max-md:min-h-11"
			>
				<ChevronRight
					aria-hidden
					className={`size-3.5 shrink-0 text-faint ${isOpen ? 'rotate-90' : ''}`}
				/>
				<span title={name} className={`min-w-0 truncate ${isBest ? 'font-semibold' : ''}`}>
					{name}
				</span>
				{isBest && (
					<span className="shrink-0 rounded-sm border border-edge-strong px-1 text-cap text-muted">
						Best
					</span>
				)}
				<span className="ml-auto shrink-0">{percent(warrior.score)}</span>
				<span className="w-10 shrink-0 text-right text-muted">
					{gain ?? <span className="text-cap">First</span>}
				</span>
			</button>
			{isOpen && (
				<BredWarrior
					warrior={warrior}
					parent={parent === null ? null : (warriors[parent] ?? null)}
					onTake={tree.onTake}
				/>
			)}
			{branches.map((branch) => (
				<BranchList key={branch[0]?.warrior.id} {...tree} branch={branch} />
			))}
		</li>
	)
}
