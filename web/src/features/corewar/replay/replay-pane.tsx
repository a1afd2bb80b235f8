/** A round of the battle, to be watched. */

import { visible } from '@fairlead/protocol/view/visible'
import { Film, Image, Square, Swords } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Empty, Note, Skeleton } from '../../../ui/feedback.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toasts } from '../../../ui/overlays/toasts.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { EngineError } from '../engine/engine.ts'
import { CoreCanvas } from './core-canvas.tsx'
import { type CoreLayout, layoutFor } from './layout.ts'
import { Legend } from './legend.tsx'
import { coloursOf } from './palette.ts'
import type { CellInfo, Frame, Opened } from './replay.ts'
import { Transport } from './transport.tsx'
import { usePaletteTheme } from './use-palette-theme.ts'
import type { ReplayDesk } from './use-replay.ts'

/** A film's side: a chat shows it whole, and its file stays small. */
const FILM_PX = 480

/** @param props.onStop the round need not be opened any more */
export function ReplayPane(props: { readonly desk: ReplayDesk; readonly onStop: () => void }) {
	const { state } = props.desk
	return (
		<section aria-label="Replay" className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
			{state.kind === 'open' ? (
				<OpenRound desk={props.desk} opened={state.opened} frame={state.frame} />
			) : (
				<>
					<Title round={null} />
					{state.kind === 'none' && (
						<div className="flex flex-1 items-center justify-center">
							<Empty icon={<Swords />} title="Nothing to replay yet">
								Fight a battle, then choose one of its rounds.
							</Empty>
						</div>
					)}
					{state.kind === 'opening' && (
						<>
							<Skeleton rows={6} className="p-4" />
							<Button className="mx-4 self-start" onClick={props.onStop}>
								<Square /> Stop
							</Button>
						</>
					)}
					{state.kind === 'failed' && (
						<Note level="error" title={visible(state.message)} className="m-3">
							The round cannot be shown. Nothing of the battle was lost.
						</Note>
					)}
				</>
			)}
		</section>
	)
}

function Title(props: { readonly round: number | null; readonly children?: React.ReactNode }) {
	return (
		<div className="core-bar gap-1 px-3">
			<h2 className="tabular flex-1 font-medium">
				{props.round === null ? 'Replay' : `Replay of round ${props.round + 1}`}
			</h2>
			{props.children}
		</div>
	)
}

function OpenRound(props: {
	readonly desk: ReplayDesk
	readonly opened: Opened
	readonly frame: Frame
}) {
	const { desk, opened, frame } = props
	const theme = usePaletteTheme()
	const [only, setOnly] = useState<number | null>(null)
	const [filmed, setFilmed] = useState<number | null>(null)
	const colours = useMemo(() => coloursOf(theme, only), [theme, only])
	const picture = useRef<{ layout: CoreLayout; canvas: HTMLCanvasElement }>(null)
	const [marked, setMarked] = useState<number | null>(null)
	const mark = (cell: number | null) => {
		setMarked(cell)
		desk.look(cell)
	}
	const savePng = () =>
		picture.current?.canvas.toBlob((blob) => {
			if (blob) saveFile(`core-war-round-${opened.round + 1}-cycle-${frame.cycle}.png`, blob)
		}, 'image/png')
	const saveGif = async () => {
		setFilmed(0)
		try {
			const layout = layoutFor(opened.coreSize, FILM_PX, FILM_PX)
			const film = await desk.film(layout, colours, setFilmed)
			saveFile(`core-war-round-${opened.round + 1}.gif`, film)
		} catch (error) {
			if (!(error instanceof EngineError && error.kind === 'closed')) {
				toasts.add({ title: 'The film could not be made. Try again.', priority: 'high' })
			}
		} finally {
			setFilmed(null)
		}
	}
	return (
		<>
			<Title round={opened.round}>
				{filmed !== null && (
					<span role="status" className="tabular text-line text-muted">
						Filming, {Math.round(filmed * 100)} %
					</span>
				)}
				<IconButton label="Save the round as a GIF" disabled={filmed !== null} onClick={saveGif}>
					<Film />
				</IconButton>
				<IconButton label="Save this picture as a PNG" onClick={savePng}>
					<Image />
				</IconButton>
			</Title>
			<div className="flex min-h-0 flex-1 flex-col gap-2 p-3">
				<CoreCanvas
					coreSize={opened.coreSize}
					looks={frame.looks}
					colours={colours}
					label={`Core of ${opened.coreSize.toLocaleString()} cells; the arrow keys go from cell to cell`}
					cell={marked}
					onCell={mark}
					onLayout={(layout, canvas) => {
						picture.current = { layout, canvas }
					}}
				/>
				<output
					// While it plays, the line may change with each picture: nobody could listen to that.
					aria-live={desk.isPlaying ? 'off' : 'polite'}
					className="block h-5 shrink-0 truncate font-mono text-cap text-muted"
				>
					<CellLine cell={desk.cell} names={opened.names} hint={endOf(opened, frame)} />
				</output>
				<Transport desk={desk} opened={opened} frame={frame} />
				<Legend opened={opened} frame={frame} only={only} onOnly={setOnly} />
			</div>
		</>
	)
}

/** How the round ended; before, what the picture can be asked. */
function endOf({ winner, names, survivors }: Opened, frame: Frame): string {
	if (!frame.isOver) return 'Point at a cell to read its instruction'
	if (winner !== null) return `${visible(names[winner] ?? '')} won`
	if (survivors.length === 0) return 'Nobody survived'
	return `${survivors.length} survived: a tie`
}

function CellLine(props: {
	readonly cell: CellInfo | null
	readonly names: readonly string[]
	readonly hint: string
}) {
	const { cell, names, hint } = props
	if (cell === null) return hint
	const owner = cell.owner === null ? null : visible(names[cell.owner] ?? '')
	return (
		<>
			<span className="text-text">
				{cell.address} {cell.text.replace(/\s+/g, ' ')}
			</span>
			{owner !== null &&
				(cell.touched === null
					? ` · ${owner} began here`
					: ` · ${owner} ${cell.isExecuted ? 'executed' : 'wrote'} it in cycle ${cell.touched.toLocaleString()}`)}
			{cell.processes.length > 0 &&
				` · next: ${cell.processes.map((w) => visible(names[w] ?? '')).join(', ')}`}
		</>
	)
}
