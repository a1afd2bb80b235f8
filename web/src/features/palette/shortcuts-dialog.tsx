/** The sheet of shortcuts: every registered action with keys, and the keys of controls. */
import { keysText } from '../../actions/keys.ts'
import { ACTION_GROUPS } from '../../actions/registry.ts'
import { useEveryAction } from '../../actions/use-actions.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** Keys that belong to one control while it has the focus, or to a question that is not on screen now. */
const CONTROLS: readonly (readonly [
	heading: string,
	keys: readonly (readonly [string, string])[],
])[] = [
	[
		'When the agent asks',
		[
			[keysText('enter'), 'Approve'],
			[keysText('escape'), 'Deny'],
		],
	],
	[
		'In the message box',
		[
			['Enter', 'Send'],
			['Shift Enter', 'New line'],
			[keysText('mod+enter'), 'Interrupt the agent and send'],
			['@', 'Mention an object, a file or an error'],
			['/', 'At the beginning: a saved prompt, or a command'],
			['↑', 'The last message again, while the box is empty'],
		],
	],
	[
		'In the scene',
		[
			['↑ ↓', 'Go through the objects'],
			['→ ←', 'Open and close'],
			['A–Z', 'Go to a name'],
			['Enter', 'Inspect'],
		],
	],
	[
		'In the viewport',
		[
			['← → ↑ ↓', 'Turn'],
			['+ −', 'Zoom'],
			['F', 'Frame the selection, or everything'],
		],
	],
]

export default function ShortcutsDialog(props: { onClose: () => void }) {
	const list = useEveryAction().filter((action) => action.keys !== undefined)
	const sections = [
		...ACTION_GROUPS.filter((group) => group !== 'When the agent asks').map((group) => ({
			heading: group as string,
			rows: list
				.filter((action) => (action.group ?? 'Everywhere') === group)
				.map((action) => [keysText(action.keys ?? ''), action.title] as const),
		})),
		...CONTROLS.map(([heading, rows]) => ({ heading, rows })),
	]
	return (
		<Dialog open onOpenChange={(open) => !open && props.onClose()} title="Keyboard shortcuts">
			{sections
				.filter(({ rows }) => rows.length > 0)
				.map(({ heading, rows }) => (
					<section key={heading} className="mt-4">
						<h3 className="text-cap text-muted">{heading}</h3>
						<dl className="mt-1 divide-y divide-edge">
							{rows.map(([keys, title]) => (
								<div
									key={title}
									className="flex items-center justify-between gap-4 py-1.5 text-line"
								>
									<dt>{title}</dt>
									<dd className="shrink-0 whitespace-nowrap">
										<kbd className="rounded-sm border border-edge bg-raised px-1.5 py-0.5 font-sans text-cap text-muted">
											{keys}
										</kbd>
									</dd>
								</div>
							))}
						</dl>
					</section>
				))}
		</Dialog>
	)
}
