#nullable enable
using System;
using System.Collections.Generic;
using UnityEngine.InputSystem.LowLevel;

namespace UnityEngine.InputSystem
{
    public static class InputSystem
    {
        private static readonly Queue<QueuedEvent> events = new Queue<QueuedEvent>();

        static InputSystem()
        {
            PlayerLoop.BeforeScripts += Update;
        }

        public static InputSettings settings { get; } = ScriptableObject.CreateInstance<InputSettings>();

        public static InputDevice AddDevice(string layout, string? name = null, string? variants = null)
        {
            switch (layout)
            {
                case "Keyboard":
                    return Keyboard.current = new Keyboard();
                case "Mouse":
                    return Mouse.current = new Mouse();
                case "Gamepad":
                    return Gamepad.current = new Gamepad();
                default:
                    throw new ArgumentException($"Cannot find layout '{layout}'", nameof(layout));
            }
        }

        public static void QueueEvent(InputEventPtr eventPtr) =>
            events.Enqueue(eventPtr.Event ?? throw new ArgumentException("Received a null event pointer"));

        /// <summary>An editor that is not in front keeps events for itself, unless the settings say otherwise.</summary>
        private static void Update()
        {
            var reaches = Application.isFocused
                || (settings.editorInputBehaviorInPlayMode == InputSettings.EditorInputBehaviorInPlayMode.AllDeviceInputAlwaysGoesToGameView
                    && settings.backgroundBehavior == InputSettings.BackgroundBehavior.IgnoreFocus);
            while (events.Count > 0)
            {
                var queued = events.Dequeue();
                if (reaches && queued.Value != null) queued.Control.Take(queued.Value);
            }
        }
    }

    public class InputSettings : ScriptableObject
    {
        public enum BackgroundBehavior
        {
            ResetAndDisableNonBackgroundDevices = 0,
            ResetAndDisableAllDevices = 1,
            IgnoreFocus = 2,
        }

        public enum EditorInputBehaviorInPlayMode
        {
            PointersAndKeyboardsRespectGameViewFocus = 0,
            AllDevicesRespectGameViewFocus = 1,
            AllDeviceInputAlwaysGoesToGameView = 2,
        }

        public BackgroundBehavior backgroundBehavior { get; set; }

        public EditorInputBehaviorInPlayMode editorInputBehaviorInPlayMode { get; set; }
    }

    public static class InputControlExtensions
    {
        public static void WriteValueIntoEvent<TValue>(this InputControl control, TValue value, InputEventPtr eventPtr)
            where TValue : struct =>
            eventPtr.Event!.Value = value;

        public static void WriteValueIntoEvent<TValue>(this InputControl<TValue> control, TValue value, InputEventPtr eventPtr)
            where TValue : struct =>
            eventPtr.Event!.Value = value;
    }
}

namespace UnityEngine.InputSystem.LowLevel
{
    /// <summary>Events that wait for the next frame.</summary>
    internal sealed class QueuedEvent
    {
        internal QueuedEvent(InputControl control)
        {
            Control = control;
        }

        internal InputControl Control { get; }

        internal object? Value { get; set; }
    }

    public struct InputEventPtr
    {
        internal QueuedEvent? Event { get; set; }
    }

    public struct DeltaStateEvent
    {
        public static DeltaStateEvent From(InputEventPtr ptr) => default;

        public static IDisposable From(InputControl control, out InputEventPtr eventPtr, int allocator = 2)
        {
            eventPtr = new InputEventPtr { Event = new QueuedEvent(control) };
            return new Buffer();
        }

        private sealed class Buffer : IDisposable
        {
            public void Dispose()
            {
            }
        }
    }
}
