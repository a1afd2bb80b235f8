#nullable enable
using System;
using System.Collections.Generic;

namespace UnityEngine.InputSystem
{
    public abstract class InputControl
    {
        public string name { get; internal set; } = "";

        public InputDevice device { get; internal set; } = null!;

        public abstract Type valueType { get; }

        public virtual InputControl? TryGetChildControl(string path) => null;

        /// <summary>A new value, from the frame that begins.</summary>
        internal abstract void Take(object value);
    }

    public abstract class InputControl<TValue> : InputControl
        where TValue : struct
    {
        private TValue current;

        public override Type valueType => typeof(TValue);

        public TValue ReadValue() => current;

        internal override void Take(object value)
        {
            Changing(current, (TValue)value);
            current = (TValue)value;
        }

        private protected virtual void Changing(TValue before, TValue after)
        {
        }
    }

    public class InputDevice : InputControl
    {
        private readonly Dictionary<string, InputControl> children = new Dictionary<string, InputControl>(StringComparer.OrdinalIgnoreCase);

        public override Type valueType => typeof(byte[]);

        public override InputControl? TryGetChildControl(string path) => children.TryGetValue(path, out var child) ? child : null;

        public TControl? TryGetChildControl<TControl>(string path)
            where TControl : InputControl => (TControl?)TryGetChildControl(path);

        internal override void Take(object value) => throw new NotSupportedException();

        internal T Add<T>(string name)
            where T : InputControl, new()
        {
            var control = new T { name = name, device = this };
            children.Add(name, control);
            return control;
        }
    }
}

namespace UnityEngine.InputSystem.Controls
{
    public class AxisControl : InputControl<float>
    {
    }

    public class ButtonControl : AxisControl
    {
        private const float PressPoint = 0.5f;

        private int pressedIn = -1;
        private int releasedIn = -1;

        public bool isPressed => ReadValue() >= PressPoint;

        public bool wasPressedThisFrame => pressedIn == Time.frameCount;

        public bool wasReleasedThisFrame => releasedIn == Time.frameCount;

        private protected override void Changing(float before, float after)
        {
            if (before < PressPoint && after >= PressPoint) pressedIn = Time.frameCount;
            if (before >= PressPoint && after < PressPoint) releasedIn = Time.frameCount;
        }
    }

    public class KeyControl : ButtonControl
    {
    }

    public class Vector2Control : InputControl<Vector2>
    {
    }

    public class StickControl : Vector2Control
    {
    }
}
