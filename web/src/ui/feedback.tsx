/** Empty, loading and error states. */
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export function Empty(props: {
	icon?: ReactNode
	title: string
	/** The only content of the page: its title is the page's. */
	page?: boolean
	children?: ReactNode
	action?: ReactNode
}) {
	const Title = props.page ? 'h1' : 'p'
	return (
		<div className="mx-auto flex max-w-sm flex-col items-center px-6 py-10 text-center">
			{props.icon && <div className="mb-3 text-faint [&_svg]:size-6">{props.icon}</div>}
			<Title className="font-medium text-balance">{props.title}</Title>
			{props.children && (
				<div className="mt-1 text-line text-muted text-balance">{props.children}</div>
			)}
			{props.action && <div className="mt-4">{props.action}</div>}
		</div>
	)
}

const LEVELS = {
	info: { icon: Info, look: 'border-edge bg-raised', tint: 'text-muted' },
	warning: { icon: TriangleAlert, look: 'border-transparent bg-warn-soft', tint: 'text-warn' },
	error: { icon: CircleAlert, look: 'border-transparent bg-danger-soft', tint: 'text-danger' },
} as const

export function Note(props: {
	level: keyof typeof LEVELS
	title: ReactNode
	children?: ReactNode
	action?: ReactNode
	className?: string
}) {
	const { icon: Icon, look, tint } = LEVELS[props.level]
	return (
		<div
			role={props.level === 'error' ? 'alert' : 'status'}
			className={cx('flex gap-2.5 rounded-lg border px-3 py-2.5 text-line', look, props.className)}
		>
			<Icon aria-hidden className={cx('mt-px size-4 shrink-0', tint)} />
			<div className="min-w-0 flex-1">
				<p className="font-medium wrap-anywhere">{props.title}</p>
				{props.children && <div className="mt-0.5 text-muted wrap-anywhere">{props.children}</div>}
			</div>
			{props.action && <div className="-my-1 shrink-0 self-center">{props.action}</div>}
		</div>
	)
}

/** Grey lines in the place of rows to come; invisible for the first 300 ms. */
export function Skeleton(props: { rows: number; className?: string }) {
	return (
		<div aria-hidden className={cx('appear-late flex flex-col gap-3', props.className)}>
			{Array.from({ length: props.rows }, (_, row) => row).map((row) => (
				<div
					key={row}
					className="h-3.5 rounded-sm bg-press"
					style={{ width: `${[82, 64, 74, 48][row % 4]}%` }}
				/>
			))}
		</div>
	)
}
