/** A component's properties, as Unity's Inspector shows them. */
import { isVector, num } from '@fairlead/protocol/view/labels/label'
import { visible } from '@fairlead/protocol/view/visible'
import { Check } from 'lucide-react'
import { isColor, Value } from '../../../parts/values.tsx'
import { cx } from '../../../ui/cx.ts'
import { AXES, AXIS_COLOURS, EditableValue, isEditable } from './editable-value.tsx'
import { propertyName, shownProperties } from './property-names.ts'

/** Sets a property to a value; resolves whether the editor has it now. */
export type SetProperty = (property: string, value: unknown) => Promise<boolean>

/** @param props.set null: the values are only shown */
export function PropertyList(props: {
	properties: Readonly<Record<string, unknown>>
	set: SetProperty | null
}) {
	const { properties, set } = props
	return (
		<dl className="tabular grid grid-cols-[clamp(90px,40%,180px)_1fr] gap-x-3 text-line">
			{shownProperties(properties).map(([property, value]) => (
				<div
					key={property}
					className="col-span-2 grid grid-cols-subgrid border-t border-edge py-1 first:border-t-0"
				>
					{/* Scripts and the agent call it by its own name. */}
					<dt className="text-muted wrap-anywhere" title={visible(property)}>
						{visible(propertyName(property))}
					</dt>
					{/* On a phone, three numbers want the whole line. */}
					<dd className={cx('min-w-0', isVector(value) && 'max-md:col-span-2')}>
						{set && isEditable(value) ? (
							<EditableValue
								property={property}
								label={propertyName(property)}
								value={value}
								set={(changed) => set(property, changed)}
							/>
						) : (
							<PropertyValue property={property} value={value} />
						)}
					</dd>
				</div>
			))}
		</dl>
	)
}

function PropertyValue({ property, value }: { property: string; value: unknown }) {
	if (typeof value === 'boolean') return <Checkbox checked={value} />
	if (isColor(property, value)) return <Value property={property} value={value} />
	if (isVector(value))
		return (
			<span className="flex flex-wrap gap-x-3">
				{value.map((n, at) => (
					<span key={AXES[at]}>
						<span className={AXIS_COLOURS[at]}>{AXES[at]}</span> {num(n)}
					</span>
				))}
			</span>
		)
	return <Value property={property} value={value} />
}

const Checkbox = ({ checked }: { checked: boolean }) => (
	<span className="inline-flex size-4 items-center justify-center rounded-xs border border-edge-strong align-[-3px]">
		{checked && <Check aria-hidden className="size-3" strokeWidth={3} />}
		<span className="sr-only">{checked ? 'on' : 'off'}</span>
	</span>
)
