namespace UnityEngine.UIElements
{
    public enum StyleKeyword
    {
        Undefined,
        Null,
        Auto,
        None,
        Initial,
    }

    public enum DisplayStyle
    {
        Flex,
        None,
    }

    public enum FlexDirection
    {
        Column,
        ColumnReverse,
        Row,
        RowReverse,
    }

    public enum Wrap
    {
        NoWrap,
        Wrap,
        WrapReverse,
    }

    public enum Align
    {
        Auto,
        FlexStart,
        Center,
        FlexEnd,
        Stretch,
    }

    public enum Justify
    {
        FlexStart,
        Center,
        FlexEnd,
        SpaceBetween,
        SpaceAround,
        SpaceEvenly,
    }

    public enum WhiteSpace
    {
        Normal = 0,
        NoWrap = 1,
    }

    public struct StyleLength
    {
        public StyleLength(float v)
        {
            value = v;
            keyword = StyleKeyword.Undefined;
        }

        internal StyleLength(StyleKeyword keyword)
        {
            value = 0;
            this.keyword = keyword;
        }

        internal float value;

        public StyleKeyword keyword { get; set; }

        public static implicit operator StyleLength(StyleKeyword keyword) => new StyleLength(keyword);

        public static implicit operator StyleLength(float v) => new StyleLength(v);
    }

    public struct StyleFloat
    {
        public StyleFloat(float v)
        {
            value = v;
            keyword = StyleKeyword.Undefined;
        }

        public float value { get; set; }

        public StyleKeyword keyword { get; set; }

        public static implicit operator StyleFloat(float v) => new StyleFloat(v);
    }

    public struct StyleColor
    {
        public StyleColor(Color v)
        {
            value = v;
            keyword = StyleKeyword.Undefined;
        }

        public Color value { get; set; }

        public StyleKeyword keyword { get; set; }

        public static implicit operator StyleColor(Color v) => new StyleColor(v);
    }

    public struct StyleEnum<T>
        where T : struct, System.IConvertible
    {
        public StyleEnum(T v)
        {
            value = v;
            keyword = StyleKeyword.Undefined;
        }

        public T value { get; set; }

        public StyleKeyword keyword { get; set; }

        public static implicit operator StyleEnum<T>(T v) => new StyleEnum<T>(v);
    }

    public partial interface IStyle
    {
        StyleEnum<Align> alignItems { get; set; }

        StyleColor backgroundColor { get; set; }

        StyleColor color { get; set; }

        StyleEnum<DisplayStyle> display { get; set; }

        StyleEnum<FlexDirection> flexDirection { get; set; }

        StyleFloat flexGrow { get; set; }

        StyleFloat flexShrink { get; set; }

        StyleEnum<Wrap> flexWrap { get; set; }

        StyleLength fontSize { get; set; }

        StyleEnum<Justify> justifyContent { get; set; }

        StyleLength marginBottom { get; set; }

        StyleLength marginLeft { get; set; }

        StyleLength marginRight { get; set; }

        StyleLength marginTop { get; set; }

        StyleFloat opacity { get; set; }

        StyleLength paddingBottom { get; set; }

        StyleLength paddingLeft { get; set; }

        StyleLength paddingRight { get; set; }

        StyleLength paddingTop { get; set; }

        StyleEnum<FontStyle> unityFontStyleAndWeight { get; set; }

        StyleEnum<WhiteSpace> whiteSpace { get; set; }

        StyleLength width { get; set; }
    }

    /// <summary>Keeps what was set; nothing is laid out.</summary>
    internal sealed class InlineStyle : IStyle
    {
        public StyleEnum<Align> alignItems { get; set; }

        public StyleColor backgroundColor { get; set; }

        public StyleColor color { get; set; }

        public StyleEnum<DisplayStyle> display { get; set; }

        public StyleEnum<FlexDirection> flexDirection { get; set; }

        public StyleFloat flexGrow { get; set; }

        public StyleFloat flexShrink { get; set; }

        public StyleEnum<Wrap> flexWrap { get; set; }

        public StyleLength fontSize { get; set; }

        public StyleEnum<Justify> justifyContent { get; set; }

        public StyleLength marginBottom { get; set; }

        public StyleLength marginLeft { get; set; }

        public StyleLength marginRight { get; set; }

        public StyleLength marginTop { get; set; }

        public StyleFloat opacity { get; set; }

        public StyleLength paddingBottom { get; set; }

        public StyleLength paddingLeft { get; set; }

        public StyleLength paddingRight { get; set; }

        public StyleLength paddingTop { get; set; }

        public StyleEnum<FontStyle> unityFontStyleAndWeight { get; set; }

        public StyleEnum<WhiteSpace> whiteSpace { get; set; }

        public StyleLength width { get; set; }
    }
}
