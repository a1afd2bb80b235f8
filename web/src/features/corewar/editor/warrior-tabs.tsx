import { visible } from '@fairlead/protocol/view/visible'
import { cx } from '../../../ui/cx.ts'
import type { OwnWarrior } from '../warriors/warrior-store.ts'

/** The names in a row that scrolls; the open one comes into sight. */
export function WarriorTabs(props: {
	readonly warriors: readonly OwnWarrior[]
	readonly open: string | null
	readonly onOpen: (id: string) => void
}) {
	return (
		<nav aria-label="Your warriors" className="min-w-0 flex-1">
			<ul className="core-tabs flex gap-1 overflow-x-auto">
				{props.warriors.map(({ id, name }) => (
					<li key={id} className="shrink-0">
						<button
							type="button"
							aria-current={id === props.open}
							title={visible(name)}
							ref={(element) => {
								if (id === props.open)
									element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
							}}
							onClick={() => props.onOpen(id)}
							className={cx(
								'focus-inset max-w-40 truncate rounded-md px-2.5 text-line min-h-8 max-md:min-h-11',
								id === props.open
									? 'bg-press font-medium text-text'
									: 'text-muted hover:bg-hover hover:text-text',
							)}
						>
							{visible(name)}
						</button>
					</li>
				))}
			</ul>
		</nav>
	)
}
