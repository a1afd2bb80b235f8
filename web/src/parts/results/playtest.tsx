/** A playtest: its pictures in a row with time and step, and how each step ended. */

import type { CallView } from '@fairlead/protocol/view/call-view'
import { count, num, valueText } from '@fairlead/protocol/view/labels/label'
import { type Bag, bag, bags, number, text } from '@fairlead/protocol/wire/safe-read'
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { isPicture, PictureView, pictureOf } from '../pictures.tsx'
import type { Renderer } from './renderer.ts'
import { LogList } from './unity/logs.tsx'

const FRAME_HEIGHT_PX = 120

const ICONS = {
	passed: { icon: CircleCheck, tint: 'text-ok' },
	failed: { icon: CircleAlert, tint: 'text-danger' },
	skipped: { icon: CircleMinus, tint: 'text-faint' },
} as const

const seconds = (value: unknown): string => `${(number(value) ?? 0).toFixed(2)} s`

function FilmStrip(props: { call: CallView; reports: readonly Bag[] }) {
	const { call, reports } = props
	const frames = call.attachments.filter(isPicture)
	if (frames.length === 0) return null
	return (
		<ol aria-label="Film strip" className="flex gap-2 overflow-x-auto pb-2">
			{frames.map((frame) => {
				const report = bag(reports.find((one) => one['picture'] === frame.name))
				const step = number(report['step'])
				const caption = text(report['caption'])
				const where = `${seconds(report['time'])}${step === undefined ? '' : ` · step ${step}`}`
				return (
					<li key={frame.url} className="shrink-0">
						<figure>
							<PictureView
								picture={pictureOf(frame, caption ?? `Playtest at ${where}`)}
								height={FRAME_HEIGHT_PX}
							/>
							<figcaption className="pt-1 text-cap text-muted">
								<span className="tabular">{where}</span>
								{caption && <span className="block max-w-52 truncate">{caption}</span>}
							</figcaption>
						</figure>
					</li>
				)
			})}
		</ol>
	)
}

/** A step as written in the script. */
function stepText(step: Bag): string {
	const { do: kind, ...rest } = step
	const { object, property, control, text: wanted, is, value, seconds: lasts, count: frames } = rest
	const compared =
		is === undefined ? '' : `${String(is).replaceAll('_', ' ')} ${valueText(value ?? null)}`
	const words = [
		String(kind ?? '').replaceAll('_', ' '),
		text(control) ?? text(object) ?? text(wanted),
		text(property),
		is === 'exists' || is === 'missing' ? String(is) : compared,
		kind === 'input' ? valueText(value ?? null) : undefined,
		number(frames) === undefined ? undefined : String(frames),
		number(lasts) === undefined ? undefined : `${num(number(lasts) ?? 0)} s`,
	]
	return words.filter((word) => word !== undefined && word !== '').join(' ')
}

function StepRow(props: { report: Bag; step: Bag }) {
	const { report } = props
	const status = (text(report['status']) ?? 'skipped') as keyof typeof ICONS
	const { icon: Icon, tint } = ICONS[status] ?? ICONS.skipped
	const samples = bags(report['samples'])
	return (
		<li className="flex gap-2 border-t border-edge py-1.5 first:border-t-0">
			<Icon aria-label={status} className={cx('mt-px size-4 shrink-0', tint)} />
			<div className="min-w-0 flex-1">
				<p className="wrap-anywhere">{stepText(props.step)}</p>
				{text(report['message']) && (
					<p className="text-muted wrap-anywhere">{text(report['message'])}</p>
				)}
				{samples.length > 0 && (
					<p className="font-mono text-cap text-muted wrap-anywhere">
						{samples.map((one) => valueText(one['value'])).join('  ')}
					</p>
				)}
			</div>
			{report['value'] !== undefined && typeof report['value'] !== 'boolean' && (
				<span className="shrink-0 font-mono text-cap">{valueText(report['value'])}</span>
			)}
			<span className="tabular shrink-0 text-cap leading-[18px] text-faint">
				{seconds(report['time'])}
			</span>
		</li>
	)
}

export const playtest: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const reports = bags(result['steps'])
		const steps = bags(call.input['steps'])
		const logs = bags(result['logs'])
		const notes = Array.isArray(result['notes']) ? result['notes'] : []
		return (
			<>
				<FilmStrip call={call} reports={reports} />
				<ul className="text-line">
					{reports.map((report, index) => (
						<StepRow key={String(report['step'])} report={report} step={steps[index] ?? {}} />
					))}
				</ul>
				{logs.length > 0 && <LogList logs={logs} className="pt-2" />}
				<p className="pt-1 text-cap text-faint">
					{count(number(result['frames']) ?? 0, 'frame')}, {seconds(result['seconds'])} of game time
					{notes.length > 0 && `. ${notes.join(' ')}`}
				</p>
			</>
		)
	},
}
