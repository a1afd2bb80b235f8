/** `/corewar#battle=…`: the Core War workbench. All but its ladder works in the browser alone, without an account. */
import { type ReactNode, useState } from 'react'
import { useTitle } from '../../data/title.ts'
import { PANE_LABELS, type PaneName, Workbench } from '../../features/corewar/workbench.tsx'
import { ThemeMenu } from '../../features/theme/theme-menu.tsx'
import { Choices } from '../../ui/form/choices.tsx'
import { useLayout } from '../../ui/layout.ts'
import { Link } from '../../ui/link.tsx'
import { Mark } from '../../ui/mark.tsx'
import { type PaneWidth, ResizablePane } from '../shell/resizable.tsx'
import '../../parts/markdown/markdown.css'

const BATTLE_WIDTH: PaneWidth = {
	key: 'fairlead.corewar.battleWidth',
	first: () => 340,
	min: 280,
	max: () => 560,
}
/** The core is drawn as large as it fits, so the pane grows with the window. */
const REPLAY_WIDTH: PaneWidth = {
	key: 'fairlead.corewar.replayWidth',
	first: (windowWidth) => Math.max(560, windowWidth * 0.34),
	min: 320,
	max: () => 1_000,
}

export default function CoreWarRoute() {
	useTitle('Core War')
	const layout = useLayout()
	const [pane, setPane] = useState<PaneName>('editor')
	const [edited, setEdited] = useState<string | null>(null)
	const beside = pane === 'editor' ? 'battle' : pane
	return (
		<div className="flex h-dvh flex-col">
			<header className="core-bar gap-1 px-2">
				<Link
					to="/"
					aria-label="All projects"
					title="All projects"
					className="flex size-8 shrink-0 items-center justify-center rounded-md hover:bg-hover max-md:size-11"
				>
					<Mark />
				</Link>
				<h1 className="min-w-0 truncate px-1 font-medium">Core War</h1>
				<div className="flex-1" />
				{layout !== 'wide' && (
					<Choices
						label="Pane"
						name="pane"
						value={layout === 'narrow' ? pane : beside}
						choices={(layout === 'narrow'
							? (['editor', 'battle', 'replay'] as const)
							: (['battle', 'replay'] as const)
						).map((value) => ({ value, label: PANE_LABELS[value] }))}
						onChoose={setPane}
					/>
				)}
				{layout !== 'narrow' && <ThemeMenu />}
			</header>
			<main className="flex min-h-0 flex-1">
				<Workbench edited={edited} onEdit={setEdited} onReplay={() => setPane('replay')}>
					{(panes) => {
						switch (layout) {
							case 'narrow':
								return (
									<>
										<EditorSeat isShown={pane === 'editor'}>{panes.editor}</EditorSeat>
										{pane !== 'editor' && panes[pane]}
									</>
								)
							case 'medium':
								return (
									<>
										<EditorSeat isShown>{panes.editor}</EditorSeat>
										<div className="core-beside">{panes[beside]}</div>
									</>
								)
							case 'wide':
								return (
									<>
										<EditorSeat isShown>{panes.editor}</EditorSeat>
										<ResizablePane label="Battle" of="the battle pane" width={BATTLE_WIDTH}>
											{panes.battle}
										</ResizablePane>
										<ResizablePane label="Replay" of="the replay pane" width={REPLAY_WIDTH}>
											{panes.replay}
										</ResizablePane>
									</>
								)
							default:
								return layout satisfies never
						}
					}}
				</Workbench>
			</main>
		</div>
	)
}

/** The editor stays when another pane is shown, and when the window becomes wider: its undo and its place live in it. */
function EditorSeat(props: { readonly isShown: boolean; readonly children: ReactNode }) {
	return (
		<div className={props.isShown ? 'flex min-h-0 min-w-0 flex-1' : 'hidden'}>{props.children}</div>
	)
}
