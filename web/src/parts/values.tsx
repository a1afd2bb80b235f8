/** Values of properties, alone and as old → new. */

import { isVector, num, valueText } from '@fairlead/protocol/view/labels/label'
import { visible, visibleSource } from '@fairlead/protocol/view/visible'
import { bag } from '@fairlead/protocol/wire/safe-read'
import { use } from 'react'
import { Whole } from '../ui/text/whole.ts'

export const isColor = (property: string, value: unknown): value is number[] =>
	isVector(value) && value.length >= 3 && /colou?r|emission|tint/i.test(property)

const channel = (n: number | undefined): number =>
	Math.round(Math.min(1, Math.max(0, n ?? 0)) * 255)
/** Unity's colours are linear here only by name: pages show what the inspector shows. */
const cssColor = (value: readonly number[]): string =>
	`rgb(${channel(value[0])} ${channel(value[1])} ${channel(value[2])} / ${value[3] ?? 1})`

export function Value(props: { property: string; value: unknown }) {
	const { property, value } = props
	const isWhole = use(Whole)
	if (isColor(property, value)) {
		return (
			<span className="inline-flex max-w-full items-center gap-1.5">
				<span
					aria-hidden
					className="size-3 shrink-0 rounded-sm border border-edge-strong"
					style={{ background: cssColor(value) }}
				/>
				<span className={isWhole ? undefined : 'truncate'}>{value.map(num).join(' ')}</span>
			</span>
		)
	}
	if (isWhole)
		return (
			<span className="whitespace-pre-wrap wrap-anywhere">
				{visibleSource(valueText(value, (text) => text))}
			</span>
		)
	const reference = bag(value)
	const name = reference['name']
	const shown = typeof name === 'string' ? name : valueText(value)
	return (
		<span className="line-clamp-3 wrap-anywhere" title={shown}>
			{shown}
		</span>
	)
}

/** `shadowCastingMode` may break before a capital, never inside a word. */
function PropertyName(props: { name: string }) {
	return visible(props.name)
		.split(/(?<=[a-z0-9.])(?=[A-Z])|(?<=[._])/)
		.map((piece, index) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: pieces of a name are known by their place
			<span key={index}>
				{index > 0 && <wbr />}
				{piece}
			</span>
		))
}

export interface ValueRow {
	readonly property: string
	readonly before: unknown
	readonly after: unknown
}

/** Old and new side by side. On a phone the columns share the width below the name. */
export function ValueTable(props: { rows: readonly ValueRow[]; caption: string }) {
	return (
		<table className="tabular w-full table-fixed border-collapse text-line">
			<caption className="sr-only">{props.caption}</caption>
			<thead>
				<tr className="text-left text-cap text-faint [&>th]:pb-1 [&>th]:pr-3 [&>th]:font-normal">
					<th scope="col" className="w-2/5">
						Property
					</th>
					<th scope="col">Before</th>
					<th scope="col">After</th>
				</tr>
			</thead>
			<tbody>
				{props.rows.map((row) => (
					<tr key={row.property} className="border-t border-edge align-top [&>*]:py-1 [&>*]:pr-3">
						<th scope="row" className="text-left font-normal wrap-anywhere">
							<PropertyName name={row.property} />
						</th>
						<td className="text-muted">
							{row.before === undefined ? (
								<span title="Unknown, or not set yet">–</span>
							) : (
								<Value property={row.property} value={row.before} />
							)}
						</td>
						<td className="font-medium">
							<Value property={row.property} value={row.after} />
						</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}

/** Name and value, where there is no before. */
export function ValueList(props: { values: Readonly<Record<string, unknown>> }) {
	return (
		<dl className="tabular grid grid-cols-[clamp(90px,40%,180px)_1fr] gap-x-3 text-line">
			{Object.entries(props.values).map(([property, value]) => (
				<div
					key={property}
					className="col-span-2 grid grid-cols-subgrid border-t border-edge py-1 first:border-t-0"
				>
					<dt className="text-muted wrap-anywhere">
						<PropertyName name={property} />
					</dt>
					<dd className="min-w-0">
						<Value property={property} value={value} />
					</dd>
				</div>
			))}
		</dl>
	)
}
