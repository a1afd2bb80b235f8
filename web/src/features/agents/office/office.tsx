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
import {
	type Place,
	type Plan,
	placeFor,
	planOf,
	type Spot,
	scaleOf,
	spotOf,
	WIDTH,
} from './plan.ts'
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
function placed(figures: readonly Figure[], seats: Readonly<Record<string, number>>) {
	const seatOf = ({ id }: Figure): number => seats[id] ?? 0
	// Sorted by desk: the order of the cards changes while agents work, and no figure should walk because of it.
	const byDesk = figures.toSorted((a, b) => seatOf(a) - seatOf(b))
	const spots = Map.groupBy(byDesk, ({ activity }) => spotOf(activity))
	const count = (spot: Spot): number => spots.get(spot)?.length ?? 0
	const plan = planOf(
		Math.max(0, ...figures.map((figure) => seatOf(figure) + 1)),
		Math.max(count('front'), count('sofa')),
	)
	const people = figures.map((figure): Person => {
		const same = spots.get(spotOf(figure.activity)) ?? []
		const turn = { at: same.indexOf(figure), of: same.length }
		const seat = seatOf(figure)
		return { figure, seat, place: placeFor(figure.activity, seat, turn, plan) }
	})
	return { plan, people }
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
	const { plan, people } = useMemo(() => placed(figures, seats), [figures, seats])
	const box = useBox()
	return (
		<div ref={box.ref} className="office-room">
			<div
				className="office"
				style={{ width: WIDTH * scaleOf(box.size, plan.height, devicePixelRatio) }}
			>
				<Picture plan={plan} people={people} />
				<ul aria-label="Agents in the office">
					{people.map(({ figure, place }) => (
						<li
							key={figure.id}
							style={{
								left: `${(100 * place.x) / WIDTH}%`,
								top: `${(100 * place.y) / plan.height}%`,
								width: `${(100 * place.room) / WIDTH}%`,
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

/** The box that the picture is in: each pixel of the picture has the same number of the screen's. */
function useBox() {
	const ref = useRef<HTMLDivElement>(null)
	const [size, setSize] = useState({ width: 0, height: 0 })
	useLayoutEffect(() => {
		if (!ref.current) return
		const observer = new ResizeObserver(([entry]) => {
			if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
		})
		observer.observe(ref.current)
		return () => observer.disconnect()
	}, [])
	return { ref, size }
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
			looks: looksOf(figure.looksId),
			desk,
		}
	})
}
