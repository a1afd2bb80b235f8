/** The results of the compiler and the tests. */

import {
	actionOf,
	type Bag,
	bag,
	bags,
	list,
	number,
	text,
} from '@fairlead/protocol/wire/safe-read'
import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react'
import { cx } from '../../../ui/cx.ts'
import type { Renderer } from '../renderer.ts'
import { MAX_ROWS, More } from '../rows.tsx'

function CompileMessages(props: { messages: readonly Bag[] }) {
	return (
		<ul className="text-line">
			{props.messages.slice(0, MAX_ROWS).map((message, index) => {
				const warning = message['severity'] === 'warning'
				const Icon = warning ? TriangleAlert : CircleAlert
				const line = number(message['line']) ?? 0
				const column = number(message['column']) ?? 0
				const place = line > 0 ? `:${line}${column > 0 ? `:${column}` : ''}` : ''
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: the same message may stand twice at one place
					<li key={index} className="flex gap-2 border-t border-edge py-1.5 first:border-t-0">
						<Icon
							aria-label={warning ? 'Warning' : 'Error'}
							className={cx('mt-px size-4 shrink-0', warning ? 'text-warn' : 'text-danger')}
						/>
						<div className="min-w-0">
							<p className="wrap-anywhere">
								{text(message['message'])}{' '}
								<span className="font-mono text-cap text-faint">{text(message['code'])}</span>
							</p>
							<p className="font-mono text-cap text-muted wrap-anywhere">
								{text(message['file'])}
								{place}
							</p>
						</div>
					</li>
				)
			})}
		</ul>
	)
}

export const refresh: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const messages = [...bags(result['errors']), ...bags(result['warnings'])]
		if (messages.length > 0) return <CompileMessages messages={messages} />
		const types = bags(result['availableTypes']).map((type) => text(type['name']))
		return types.length === 0 ? null : (
			<p className="text-line text-muted">Component types of this project: {types.join(', ')}.</p>
		)
	},
}

const TEST_ICONS = {
	passed: { icon: CircleCheck, tint: 'text-ok' },
	failed: { icon: CircleAlert, tint: 'text-danger' },
	skipped: { icon: CircleMinus, tint: 'text-faint' },
	inconclusive: { icon: CircleMinus, tint: 'text-warn' },
} as const

/** Tests that were listed, with what would keep them from running. */
function TestNames(props: { tests: readonly Bag[]; total: number }) {
	const shown = props.tests.slice(0, MAX_ROWS)
	return (
		<>
			<ul className="text-line">
				{shown.map((test) => (
					<li
						key={String(test['name'])}
						className="flex gap-3 border-t border-edge py-1 first:border-t-0"
					>
						<span className="min-w-0 flex-1 font-mono text-cap wrap-anywhere">
							{text(test['name'])}
						</span>
						<span className="max-w-[50%] truncate text-faint">
							{[...list(test['categories']), NOT_RUN[text(test['runs']) ?? '']]
								.filter(Boolean)
								.join(', ')}
						</span>
					</li>
				))}
			</ul>
			<More shown={shown.length} total={props.total} />
		</>
	)
}

const NOT_RUN: Readonly<Record<string, string>> = {
	when_named: 'only when named',
	never: 'ignored',
	broken: 'cannot run',
}

function TestOutcomes(props: { tests: readonly Bag[] }) {
	return (
		<ul className="text-line">
			{props.tests.map((test) => {
				const status = (text(test['status']) ?? 'skipped') as keyof typeof TEST_ICONS
				const { icon: Icon, tint } = TEST_ICONS[status] ?? TEST_ICONS.skipped
				const stack = text(test['stackTrace'])
				return (
					<li
						key={String(test['name'])}
						className="flex gap-2 border-t border-edge py-1.5 first:border-t-0"
					>
						<Icon aria-label={status} className={cx('mt-px size-4 shrink-0', tint)} />
						<div className="min-w-0 flex-1">
							<p className="font-mono text-cap leading-[18px] wrap-anywhere">
								{text(test['name'])}
							</p>
							{text(test['message']) && (
								<p className="whitespace-pre-wrap font-mono text-cap leading-[18px] text-muted wrap-anywhere">
									{text(test['message'])?.replace(/^ {1,4}/gm, '')}
								</p>
							)}
							{stack && <p className="font-mono text-cap text-faint wrap-anywhere">{stack}</p>}
						</div>
						<span className="tabular text-cap leading-[18px] text-faint">
							{(number(test['durationSeconds']) ?? 0).toFixed(2)} s
						</span>
					</li>
				)
			})}
		</ul>
	)
}

export const tests: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const all = bags(result['tests'])
		return actionOf(call) === 'list' ? (
			<TestNames tests={all} total={number(result['total']) ?? 0} />
		) : (
			<TestOutcomes tests={all} />
		)
	},
}
