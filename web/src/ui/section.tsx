/** The look of settings: a titled card, and its rows. */
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

export function Section(props: {
	/** The anchor in an address: `#always-allowed`. */
	id: string
	title: string
	hint?: ReactNode
	children: ReactNode
}) {
	const { hash } = useLocation()
	const heading = useRef<HTMLHeadingElement>(null)
	const isNamed = hash === `#${props.id}`
	useEffect(() => {
		// The address names it: seen, and read next.
		if (!isNamed) return
		heading.current?.scrollIntoView()
		heading.current?.focus({ preventScroll: true })
	}, [isNamed])
	return (
		<section aria-labelledby={props.id} className="mt-8">
			<h2
				ref={heading}
				id={props.id}
				tabIndex={-1}
				className="scroll-mt-4 font-semibold outline-none"
			>
				{props.title}
			</h2>
			{props.hint && <p className="mt-0.5 text-line text-muted text-pretty">{props.hint}</p>}
			<div className="mt-3 rounded-lg border border-edge bg-surface">{props.children}</div>
		</section>
	)
}

/** A title and details on the left, an action on the right. */
export function Row(props: { title: ReactNode; detail?: ReactNode; action?: ReactNode }) {
	return (
		<div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
			<div className="min-w-0 flex-1 basis-44">
				<div className="font-medium wrap-anywhere">{props.title}</div>
				{props.detail && <div className="text-line text-muted">{props.detail}</div>}
			</div>
			{props.action}
		</div>
	)
}

export function Rows(props: { label: string; children: ReactNode }) {
	return (
		<ul aria-label={props.label} className="divide-y divide-edge">
			{props.children}
		</ul>
	)
}
