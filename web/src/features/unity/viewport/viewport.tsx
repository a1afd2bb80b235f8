/** The open scenes in 3D. Its module holds three.js, so it is loaded when it is shown. */
import { AtSign, Expand, Focus, History, Shrink, SlidersHorizontal } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useRoom } from '../../../data/room/room-context.tsx'
import { targetSeat } from '../../../data/room/target-seat.ts'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/feedback.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RelativeTime } from '../../../ui/text/time.tsx'
import { cssColor } from './css-color.ts'
import { LiveScene, NO_FACTS } from './live-scene.ts'
import { Stage } from './stage/stage.ts'
import { useRunsSeen } from './use-runs-seen.ts'
import { useMeshReader, useSceneFeed } from './use-scene-feed.ts'
import type { Unable } from './viewport-slot.tsx'

/** Radians and factor of one press of a key. */
const TURN = Math.PI / 16
const CLOSER = 0.85

const paint = (stage: Stage): void =>
	stage.paint({
		grid: cssColor('--edge-strong'),
		selected: cssColor('--accent'),
		touched: cssColor('--warn'),
		camera: cssColor('--muted'),
		light: cssColor('--warn'),
	})

export interface ViewportProps {
	readonly selectedId: string | null
	/** The actions by hand; they stand on the view, in full screen too. */
	readonly bar: ReactNode
	/** A click on an object; null: beside all of them. */
	readonly onPick: (id: string | null) => void
	/** Puts the selected one into the message; null: it cannot. */
	readonly onMention: (() => void) | null
	/** Shows the values of the selected one; null: they are beside it already. */
	readonly onInspect: ((id: string) => void) | null
	/** It cannot be drawn here. */
	readonly onUnable: (why: Unable) => void
}

export default function Viewport({
	selectedId,
	bar,
	onPick,
	onMention,
	onInspect,
	onUnable,
}: ViewportProps) {
	const { state, link } = useRoom()
	const seat = targetSeat(state)
	const frame = useRef<HTMLDivElement>(null)
	const canvas = useRef<HTMLCanvasElement>(null)
	const [stage, setStage] = useState<Stage | null>(null)
	const [facts, setFacts] = useState(NO_FACTS)
	const [full, setFull] = useState(false)
	const readMesh = useMeshReader()
	const ports = useRef({ onPick, onUnable })
	ports.current = { onPick, onUnable }
	const isPlaying = useRef(false)
	isPlaying.current = seat?.phase === 'playing'

	useEffect(() => {
		const surface = canvas.current
		const box = frame.current
		if (!surface || !box) return
		let own: Stage
		try {
			own = new Stage(surface, {
				readMesh,
				onPick: (id) => ports.current.onPick(id),
			})
		} catch {
			ports.current.onUnable('browser')
			return
		}
		paint(own)
		const fit = () => own.resize(box.clientWidth, box.clientHeight)
		const sizes = new ResizeObserver(fit)
		sizes.observe(box)
		fit()
		const themes = new MutationObserver(() => paint(own))
		themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
		const lost = () => ports.current.onUnable('browser')
		surface.addEventListener('webglcontextlost', lost)
		setStage(own)
		return () => {
			sizes.disconnect()
			themes.disconnect()
			surface.removeEventListener('webglcontextlost', lost)
			own.dispose()
			setStage(null)
		}
	}, [readMesh])

	const scene = useMemo(
		() => stage && new LiveScene({ stage, isPlaying: () => isPlaying.current, told: setFacts }),
		[stage],
	)
	useRunsSeen(scene)
	const feed = useSceneFeed(scene)
	const isOlder = feed.error?.code === 'unknown_tool'
	useEffect(() => {
		if (isOlder) ports.current.onUnable('editor')
	}, [isOlder])

	useEffect(() => {
		stage?.select(selectedId)
		scene?.tell()
	}, [stage, scene, selectedId])

	useEffect(() => {
		const look = () => setFull(document.fullscreenElement === frame.current)
		document.addEventListener('fullscreenchange', look)
		return () => document.removeEventListener('fullscreenchange', look)
	}, [])
	const toggleFull = () =>
		void (full ? document.exitFullscreen() : frame.current?.requestFullscreen())

	const onKeyDown = (event: KeyboardEvent) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return
		const { key } = event
		if (key === 'ArrowLeft') stage?.turn(TURN, 0)
		else if (key === 'ArrowRight') stage?.turn(-TURN, 0)
		else if (key === 'ArrowUp') stage?.turn(0, TURN)
		else if (key === 'ArrowDown') stage?.turn(0, -TURN)
		else if (key === '+' || key === '=') stage?.turn(0, 0, CLOSER)
		else if (key === '-') stage?.turn(0, 0, 1 / CLOSER)
		else if (key === 'f') stage?.frame()
		else return
		event.preventDefault()
		event.stopPropagation()
	}
	const looked = () => {
		stage?.looked()
		if (facts.touched > 0) scene?.tell()
	}

	const isLive = link === 'open' && feed.error === null
	return (
		<div
			ref={frame}
			className={cx(
				'relative shrink-0 overflow-hidden border-b border-edge bg-raised',
				full ? 'h-full' : 'h-[min(42vh,26rem)] min-h-48',
				seat?.phase === 'playing' && 'ring-2 ring-inset ring-accent',
			)}
		>
			<canvas
				ref={canvas}
				tabIndex={0}
				role="img"
				aria-label={`The scene in 3D: ${facts.objects} ${facts.objects === 1 ? 'object' : 'objects'}. Arrow keys turn it, plus and minus zoom, F frames the selection.`}
				data-objects={facts.objects}
				data-touched={facts.touched}
				className="absolute inset-0 size-full touch-none outline-none focus-visible:ring-2 focus-visible:ring-inset focus-visible:ring-focus"
				onKeyDown={onKeyDown}
				onPointerDown={looked}
			/>
			{feed.readAt === null && feed.error === null && (
				<Skeleton rows={3} className="absolute inset-x-4 top-4" />
			)}
			<div className="absolute top-2 left-1">{bar}</div>
			<div className="absolute top-2 right-2 flex gap-1 rounded-md bg-surface/85">
				{facts.shown !== null && (
					<IconButton
						label={facts.shown === 'before' ? 'Show it as it is now' : 'Show it before the run'}
						aria-pressed={facts.shown === 'before'}
						className={facts.shown === 'before' ? 'text-accent' : ''}
						onClick={() => scene?.show(facts.shown === 'before' ? 'now' : 'before')}
					>
						<History />
					</IconButton>
				)}
				{onMention !== null && !full && (
					<IconButton label="Mention in the message" className="max-md:hidden" onClick={onMention}>
						<AtSign />
					</IconButton>
				)}
				{selectedId !== null && onInspect !== null && (
					<IconButton label="Show in the inspector" onClick={() => onInspect(selectedId)}>
						<SlidersHorizontal />
					</IconButton>
				)}
				<IconButton
					label={selectedId === null ? 'Frame everything' : 'Frame the selection'}
					onClick={() => stage?.frame()}
				>
					<Focus />
				</IconButton>
				{document.fullscreenEnabled && (
					<IconButton label={full ? 'Leave full screen' : 'Full screen'} onClick={toggleFull}>
						{full ? <Shrink /> : <Expand />}
					</IconButton>
				)}
			</div>
			<div className="pointer-events-none absolute inset-x-2 bottom-2 flex flex-wrap gap-1 text-cap">
				{facts.shown === 'before' && <Fact>Before the run</Fact>}
				{facts.touched > 0 && <Fact>{facts.touched} changed</Fact>}
				{!isLive && feed.readAt !== null && (
					<Fact>
						As of <RelativeTime at={feed.readAt} />
					</Fact>
				)}
				{feed.error !== null && <Fact>{feed.error.message}</Fact>}
				{facts.left !== '' && <Fact>{facts.left}</Fact>}
			</div>
		</div>
	)
}

const Fact = (props: { children: ReactNode }) => (
	<span className="rounded-sm bg-surface/85 px-1.5 py-0.5 text-muted">{props.children}</span>
)
