#nullable enable
using System.Collections.Generic;

namespace UnityEngine.UIElements
{
    public delegate void EventCallback<in TEventType>(TEventType evt);

    public class ChangeEvent<T>
    {
        internal ChangeEvent(T previousValue, T newValue)
        {
            this.previousValue = previousValue;
            this.newValue = newValue;
        }

        public T previousValue { get; protected set; }

        public T newValue { get; protected set; }
    }

    public interface INotifyValueChanged<T>
    {
        T value { get; set; }

        void SetValueWithoutNotify(T newValue);
    }

    public static class INotifyValueChangedExtensions
    {
        public static bool RegisterValueChangedCallback<T>(this INotifyValueChanged<T> control, EventCallback<ChangeEvent<T>> callback)
        {
            if (!(control is IValueSource<T> element)) return false;
            element.Changed += callback;
            return true;
        }
    }

    /// <summary>Tells of changes of a value.</summary>
    internal interface IValueSource<T>
    {
        event EventCallback<ChangeEvent<T>>? Changed;
    }

    public abstract class BaseField<TValueType> : BindableElement, INotifyValueChanged<TValueType>, IValueSource<TValueType>
    {
        private TValueType current = default!;
        private EventCallback<ChangeEvent<TValueType>>? changed;

        internal BaseField(string? label)
        {
            this.label = label;
        }

        event EventCallback<ChangeEvent<TValueType>>? IValueSource<TValueType>.Changed
        {
            add => changed += value;
            remove => changed -= value;
        }

        public string? label { get; set; }

        public virtual TValueType value
        {
            get => current;
            set
            {
                if (EqualityComparer<TValueType>.Default.Equals(current, value)) return;
                var before = current;
                current = value;
                changed?.Invoke(new ChangeEvent<TValueType>(before, value));
            }
        }

        public virtual void SetValueWithoutNotify(TValueType newValue) => current = newValue;
    }

    public class Toggle : BaseField<bool>
    {
        public Toggle()
            : this(null)
        {
        }

        public Toggle(string? label)
            : base(label)
        {
        }
    }

    /// <summary>The real one derives from a generic TextInputBaseField; nothing of that is of use here.</summary>
    public class TextField : TextInputBaseField<string>
    {
        public TextField()
            : this(null)
        {
        }

        public TextField(string? label)
            : base(label)
        {
            SetValueWithoutNotify("");
        }
    }

    public abstract class TextInputBaseField<TValueType> : BaseField<TValueType>
    {
        internal TextInputBaseField(string? label)
            : base(label)
        {
        }

        public bool isDelayed { get; set; }
    }

    public class Foldout : BindableElement, INotifyValueChanged<bool>
    {
        public string text { get; set; } = "";

        public bool value { get; set; } = true;

        public void SetValueWithoutNotify(bool newValue) => value = newValue;
    }
}
