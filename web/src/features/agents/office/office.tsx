/** The office: a room in which each agent is a person whose work is seen. Its people are links to what their cards lead to. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { conversationsQuery } from '../../../data/api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/feedback.tsx'
import { readStored, writeStored } from '../../../ui/layout.ts'
import { Link } from '../../../ui/link.tsx'
import type { Gathered } from '../gathered.ts'
import { ownRuns } from '../own/order.ts'
import { type Activity, type Figure, figuresOf } from './figures.ts'
import { paintPeople, paintRoom, type Theme } from './paint.ts'
import { type Place, type Plan, placeFor, planOf, spotOf, WIDTH } from './plan.ts'
import { seated, seatsFrom } from './seats.ts'
import { looksOf } from './sprites.ts'
import { standing, standOf, turnedTo, type Walk } from './walk.ts'
import './office.css'

/** Slow enough to cost nothing, and as games of old moved. */
const FRAME_MS = 110

const SHOWN_KEY = 'fairlead.office'
const NEEDS_YOU: ReadonlySet<Activity> = new Set(['asks', 'waits'])
const seatsKey = (projectId: string): string => `fairlead.office.seats.${projectId}`

interface Person {
	readonly figure: Figure
	readonly seat: number
	readonly place: Place
}

/** Gives everybody the place of their work. */
function placed(figures: readonly Figure[], seats: Readonly<Record<string, number>>, plan: Plan) {
	const turns = new Map<string, number>()
	return figures.map((figure): Person => {
		const spot = spotOf(figure.activity)
		const turn = turns.get(spot) ?? 0
		turns.set(spot, turn + 1)
		const seat = seats[figure.id] ?? 0
		return { figure, seat, place: placeFor(figure.activity, seat, turn, plan) }
	})
}

/** Beside the cards, where no agent is opened. One click takes it away, for as long as the person likes. */
export default function Office(props: { projectId: string; gathered: Gathered }) {
	const [isOpen, setOpen] = useState(() => readStored(SHOWN_KEY) !== 'off')
	const show = (next: boolean) => {
		setOpen(next)
		writeStored(SHOWN_KEY, next ? 'on' : 'off')
	}
	const empty = (
		<Empty icon={<Bot />} title="Choose an agent">
			Its transcript opens here.
		</Empty>
	)
	if (!isOpen) {
		return (
			<div className="office-closed">
				{empty}
				<Button onClick={() => show(true)}>Show the office</Button>
			</div>
		)
	}
	return (
		<section aria-label="Office" className="office-pane">
			<div className="office-head">
				<p>Choose an agent, here or in the list.</p>
				<Button look="quiet" onClick={() => show(false)}>
					Hide the office
				</Button>
			</div>
			<Room {...props} />
		</section>
	)
}

function Room(props: { projectId: string; gathered: Gathered }) {
	const { projectId, gathered } = props
	const { data } = useInfiniteQuery(conversationsQuery(projectId))
	const figures = useMemo(
		() => figuresOf(projectId, gathered.cards, ownRuns(data ?? [], gathered.asking)),
		[projectId, gathered, data],
	)
	const ids = figures.map(({ id }) => id).join('\n')
	const seats = useMemo(() => {
		const kept = seatsFrom(readStored(seatsKey(projectId)))
		return seated(kept, ids === '' ? [] : ids.split('\n'))
	}, [projectId, ids])
	// An empty office is one whose agents are not read yet: it takes nobody's desk.
	useEffect(() => {
		if (ids !== '') writeStored(seatsKey(projectId), JSON.stringify(seats))
	}, [projectId, seats, ids])
	const plan = useMemo(
		() => planOf(Math.max(0, ...figures.map(({ id }) => (seats[id] ?? 0) + 1))),
		[figures, seats],
	)
	const people = useMemo(() => placed(figures, seats, plan), [figures, seats, plan])
	const width = useWidth()
	return (
		<div ref={width.ref} className="office-room">
			<div className="office" style={{ width: width.of(WIDTH) }}>
				<Picture plan={plan} people={people} />
				<ul aria-label="Agents in the office">
					{people.map(({ figure, place }) => (
						<li
							key={figure.id}
							data-at-desk={figure.activity === 'types' || undefined}
							style={{
								left: `${(100 * place.x) / WIDTH}%`,
								top: `${(100 * place.y) / plan.height}%`,
							}}
						>
							<Link
								to={figure.path}
								title={`${figure.name}: ${figure.words}`}
								data-needs-you={NEEDS_YOU.has(figure.activity) || undefined}
							>
								<span>{figure.name}</span>
								<b className="sr-only">{figure.words}</b>
							</Link>
						</li>
					))}
				</ul>
			</div>
		</div>
	)
}

/** The width that whole pixels of the screen allow, so that each pixel of the picture has the same size. */
function useWidth() {
	const ref = useRef<HTMLDivElement>(null)
	const [room, setRoom] = useState(0)
	useLayoutEffect(() => {
		if (!ref.current) return
		const observer = new ResizeObserver(([entry]) => {
			if (entry) setRoom(entry.contentRect.width)
		})
		observer.observe(ref.current)
		return () => observer.disconnect()
	}, [])
	const of = (pixels: number): number => {
		const sharpness = devicePixelRatio
		return (Math.max(1, Math.floor((room * sharpness) / pixels)) * pixels) / sharpness
	}
	return { ref, of }
}

function Picture({ plan, people }: { plan: Plan; people: readonly Person[] }) {
	const canvas = useRef<HTMLCanvasElement>(null)
	const walks = useRef(new Map<string, Walk>())
	useEffect(() => {
		const still = matchMedia('(prefers-reduced-motion: reduce)').matches
		const now = performance.now()
		const known = walks.current
		walks.current = new Map(
			people.map(({ figure, place }) => {
				const before = known.get(figure.id)
				if (!before || still) return [figure.id, standing(place, now)]
				const same = before.to.x === place.x && before.to.y === place.y
				return [figure.id, same ? before : turnedTo(before, place, now)]
			}),
		)
		const room = document.createElement('canvas')
		room.width = WIDTH
		room.height = plan.height
		let painted: Theme | null = null
		let frame = 0
		let drawnAt = Number.NEGATIVE_INFINITY
		let next = 0
		// The browser asks for no frame while the page is hidden.
		const draw = (at: number) => {
			next = requestAnimationFrame(draw)
			const theme = themeOf()
			const isDue = painted !== theme || (!still && at - drawnAt >= FRAME_MS)
			const context = isDue ? canvas.current?.getContext('2d') : null
			const roomContext = room.getContext('2d')
			if (!context || !roomContext) return
			if (painted !== theme) paintRoom(roomContext, plan, theme)
			painted = theme
			drawnAt = at
			context.drawImage(room, 0, 0)
			paintPeople(context, drawn(people, plan, walks.current), frame, theme)
			if (!still) frame += 1
		}
		next = requestAnimationFrame(draw)
		return () => cancelAnimationFrame(next)
	}, [plan, people])
	return <canvas ref={canvas} width={WIDTH} height={plan.height} aria-hidden />
}

const themeOf = (): Theme =>
	document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'

function drawn(people: readonly Person[], { desks }: Plan, walks: ReadonlyMap<string, Walk>) {
	const now = performance.now()
	return people.flatMap(({ figure, seat }) => {
		const walk = walks.get(figure.id)
		const desk = desks[seat]
		if (!walk || !desk) return []
		return {
			stand: standOf(walk, now),
			activity: figure.activity,
			looks: looksOf(figure.id),
			desk,
		}
	})
}
