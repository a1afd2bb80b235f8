using System;

namespace UnityEngine
{
    [AttributeUsage(AttributeTargets.Field)]
    public sealed class SerializeField : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class SerializeReference : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class HideInInspector : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
    public sealed class RequireComponent : Attribute
    {
        public Type m_Type0;
        public Type m_Type1;
        public Type m_Type2;

        public RequireComponent(Type requiredComponent) => m_Type0 = requiredComponent;
        public RequireComponent(Type requiredComponent, Type requiredComponent2) : this(requiredComponent) => m_Type1 = requiredComponent2;
        public RequireComponent(Type requiredComponent, Type requiredComponent2, Type requiredComponent3)
            : this(requiredComponent, requiredComponent2) => m_Type2 = requiredComponent3;
    }

    [AttributeUsage(AttributeTargets.Class, Inherited = false)]
    public sealed class DisallowMultipleComponent : Attribute
    {
    }

    public sealed class AddComponentMenu : Attribute
    {
        public AddComponentMenu(string menuName) : this(menuName, 0)
        {
        }

        public AddComponentMenu(string menuName, int order)
        {
            componentMenu = menuName;
            componentOrder = order;
        }

        public string componentMenu { get; }
        public int componentOrder { get; }
    }

    public sealed class ExecuteInEditMode : Attribute
    {
    }

    public sealed class ExecuteAlways : Attribute
    {
    }

    public class DefaultExecutionOrder : Attribute
    {
        public DefaultExecutionOrder(int order) => this.order = order;
        public int order { get; }
    }

    [AttributeUsage(AttributeTargets.Method)]
    public sealed class ContextMenu : Attribute
    {
        public readonly string menuItem;

        public ContextMenu(string itemName) => menuItem = itemName;
    }

    [AttributeUsage(AttributeTargets.Class, Inherited = false)]
    public sealed class CreateAssetMenuAttribute : Attribute
    {
        public string menuName { get; set; }
        public string fileName { get; set; }
        public int order { get; set; }
    }

    [AttributeUsage(AttributeTargets.Class)]
    public class SelectionBaseAttribute : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Field, Inherited = true)]
    public abstract class PropertyAttribute : Attribute
    {
        public int order { get; set; }
    }

    public sealed class HeaderAttribute : PropertyAttribute
    {
        public readonly string header;

        public HeaderAttribute(string header) => this.header = header;
    }

    public class TooltipAttribute : PropertyAttribute
    {
        public readonly string tooltip;

        public TooltipAttribute(string tooltip) => this.tooltip = tooltip;
    }

    public class SpaceAttribute : PropertyAttribute
    {
        public readonly float height;

        public SpaceAttribute() : this(8)
        {
        }

        public SpaceAttribute(float height) => this.height = height;
    }

    public sealed class RangeAttribute : PropertyAttribute
    {
        public readonly float min;
        public readonly float max;

        public RangeAttribute(float min, float max)
        {
            this.min = min;
            this.max = max;
        }
    }

    public sealed class MinAttribute : PropertyAttribute
    {
        public readonly float min;

        public MinAttribute(float min) => this.min = min;
    }

    public sealed class TextAreaAttribute : PropertyAttribute
    {
        public readonly int minLines;
        public readonly int maxLines;

        public TextAreaAttribute() : this(3, 3)
        {
        }

        public TextAreaAttribute(int minLines, int maxLines)
        {
            this.minLines = minLines;
            this.maxLines = maxLines;
        }
    }

    public sealed class MultilineAttribute : PropertyAttribute
    {
        public readonly int lines;

        public MultilineAttribute() : this(3)
        {
        }

        public MultilineAttribute(int lines) => this.lines = lines;
    }

    public sealed class ColorUsageAttribute : PropertyAttribute
    {
        public readonly bool showAlpha;
        public readonly bool hdr;

        public ColorUsageAttribute(bool showAlpha, bool hdr = false)
        {
            this.showAlpha = showAlpha;
            this.hdr = hdr;
        }
    }

    public enum RuntimeInitializeLoadType
    {
        AfterSceneLoad = 0,
        BeforeSceneLoad = 1,
        AfterAssembliesLoaded = 2,
        BeforeSplashScreen = 3,
        SubsystemRegistration = 4,
    }

    [AttributeUsage(AttributeTargets.Method)]
    public class RuntimeInitializeOnLoadMethodAttribute : Attribute
    {
        public RuntimeInitializeOnLoadMethodAttribute(RuntimeInitializeLoadType loadType = RuntimeInitializeLoadType.AfterSceneLoad) =>
            this.loadType = loadType;

        public RuntimeInitializeLoadType loadType { get; }
    }
}

namespace UnityEngine.Serialization
{
    [AttributeUsage(AttributeTargets.Field, AllowMultiple = true)]
    public class FormerlySerializedAsAttribute : Attribute
    {
        public FormerlySerializedAsAttribute(string oldName) => this.oldName = oldName;
        public string oldName { get; }
    }
}
