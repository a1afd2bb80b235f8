import { Box, Folder, List, MessageSquare, Swords } from 'lucide-react'
import type { NarrowPane } from '../../data/address.ts'
import { useProjectKind } from '../../run/packs.ts'
import { cx } from '../../ui/cx.ts'

const CHATS = [
	{ pane: 'chats', word: 'Chats', icon: List },
	{ pane: 'chat', word: 'Chat', icon: MessageSquare },
] as const
/** The pane beside the chat. */
const BESIDE = {
	unity: { pane: 'editor', word: 'Editor', icon: Box },
	plain: { pane: 'editor', word: 'Folder', icon: Folder },
	corewar: { pane: 'editor', word: 'Workbench', icon: Swords },
} as const

/** One pane at a time on a phone; this says which. */
export default function BottomBar(props: {
	pane: NarrowPane
	/** Other conversations that wait for the person's answer. */
	waiting: number
	onPane: (pane: NarrowPane) => void
}) {
	const beside = BESIDE[useProjectKind()]
	return (
		<nav
			aria-label="Panes"
			className="grid shrink-0 grid-cols-3 border-t border-edge bg-surface pb-[env(safe-area-inset-bottom)]"
		>
			{[...CHATS, beside].map(({ pane, word, icon: Icon }) => (
				<button
					key={pane}
					type="button"
					aria-current={props.pane === pane ? 'page' : undefined}
					onClick={() => props.onPane(pane)}
					className={cx(
						'focus-inset flex h-13 flex-col items-center justify-center gap-0.5 text-cap',
						props.pane === pane ? 'font-medium text-text' : 'text-faint',
					)}
				>
					<span className="relative">
						<Icon aria-hidden className="size-5" strokeWidth={props.pane === pane ? 2.25 : 1.75} />
						{pane === 'chats' && props.waiting > 0 && (
							<span
								aria-hidden
								className="tabular absolute -top-1.5 left-3 min-w-4 rounded-full bg-warn px-1 text-center text-cap leading-4 font-medium text-bg"
							>
								{props.waiting}
							</span>
						)}
					</span>
					{word}
					{pane === 'chats' && props.waiting > 0 && (
						<span className="sr-only">
							, {props.waiting} {props.waiting === 1 ? 'needs' : 'need'} you
						</span>
					)}
				</button>
			))}
		</nav>
	)
}
