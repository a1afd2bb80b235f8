import type { Label } from '@fairlead/protocol/view/labels/label'

export function LabelView(props: { label: Label }) {
	return props.label.map((segment, index) => {
		const key = `${index}${segment.text}`
		switch (segment.type) {
			case 'text':
				return <span key={key}>{segment.text}</span>
			case 'name':
				return (
					<strong key={key} className="font-semibold text-text">
						{segment.text}
					</strong>
				)
			case 'code':
				return (
					<code key={key} className="font-mono text-[0.94em] text-text">
						{segment.text}
					</code>
				)
			default:
				return segment satisfies never
		}
	})
}
