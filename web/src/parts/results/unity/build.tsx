/** A player build: its errors, or its size. */

import { type Bag, bag, bags, number, text } from '@fairlead/protocol/wire/safe-read'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { cx } from '../../../ui/cx.ts'
import type { Renderer } from '../renderer.ts'
import { MAX_ROWS, More } from '../rows.tsx'

const UNITS = ['B', 'kB', 'MB', 'GB'] as const

function size(bytes: number): string {
	let unit = 0
	let shown = bytes
	while (shown >= 1_000 && unit < UNITS.length - 1) {
		shown /= 1_000
		unit++
	}
	return `${unit === 0 ? shown : shown.toFixed(1)} ${UNITS[unit]}`
}

function Messages(props: { messages: readonly Bag[]; total: number; warning?: boolean }) {
	const { messages, total, warning = false } = props
	const Icon = warning ? TriangleAlert : CircleAlert
	const shown = messages.slice(0, MAX_ROWS)
	return (
		<>
			<ul className="text-line">
				{shown.map((message, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: the same message may stand twice
					<li key={index} className="flex gap-2 border-t border-edge py-1.5 first:border-t-0">
						<Icon
							aria-label={warning ? 'Warning' : 'Error'}
							className={cx('mt-px size-4 shrink-0', warning ? 'text-warn' : 'text-danger')}
						/>
						<div className="min-w-0">
							<p className="wrap-anywhere">{text(message['message'])}</p>
							{text(message['file']) && (
								<p className="font-mono text-cap text-muted wrap-anywhere">
									{text(message['file'])}:{number(message['line']) ?? 0}
								</p>
							)}
						</div>
					</li>
				))}
			</ul>
			<More shown={shown.length} total={total} />
		</>
	)
}

function Sizes(props: { title: string; rows: readonly Bag[] }) {
	if (props.rows.length === 0) return null
	return (
		<details className="pt-2 text-line">
			<summary className="text-muted">{props.title}</summary>
			<ul>
				{props.rows.map((row) => (
					<li key={String(row['path'])} className="flex gap-3 py-0.5">
						<span className="min-w-0 flex-1 truncate font-mono text-cap">{text(row['path'])}</span>
						<span className="tabular shrink-0 text-cap text-muted">
							{size(number(row['bytes']) ?? 0)}
						</span>
					</li>
				))}
			</ul>
		</details>
	)
}

export const build: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const errors = bags(result['errors'])
		const warnings = bags(result['warnings'])
		const scenes = Array.isArray(result['scenes']) ? result['scenes'] : []
		return (
			<>
				{errors.length > 0 && (
					<Messages messages={errors} total={number(result['errorCount']) ?? 0} />
				)}
				{warnings.length > 0 && (
					<Messages messages={warnings} total={number(result['warningCount']) ?? 0} warning />
				)}
				<p className="text-line text-muted">
					{text(result['target'])}, {size(number(result['totalBytes']) ?? 0)}
					{result['development'] === true && ', a development build'}
					{scenes.length > 0 && `. Scenes: ${scenes.join(', ')}`}
				</p>
				<Sizes title="Largest files" rows={bags(result['files'])} />
				<Sizes title="Largest assets" rows={bags(result['assets'])} />
			</>
		)
	},
}
