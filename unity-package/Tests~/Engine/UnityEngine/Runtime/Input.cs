using System;

namespace UnityEngine
{
    /// <summary>The old input manager: nobody sits at this editor, so nothing is ever pressed or moved.</summary>
    public class Input
    {
        public static bool anyKey => false;
        public static bool anyKeyDown => false;
        public static string inputString => "";
        public static Vector3 mousePosition => Vector3.zero;
        public static Vector2 mouseScrollDelta => Vector2.zero;
        public static bool mousePresent => false;
        public static bool touchSupported => false;
        public static int touchCount => 0;
        public static bool multiTouchEnabled { get; set; } = true;
        public static Vector3 acceleration => Vector3.zero;

        public static float GetAxis(string axisName) => 0;
        public static float GetAxisRaw(string axisName) => 0;
        public static bool GetButton(string buttonName) => false;
        public static bool GetButtonDown(string buttonName) => false;
        public static bool GetButtonUp(string buttonName) => false;
        public static bool GetMouseButton(int button) => false;
        public static bool GetMouseButtonDown(int button) => false;
        public static bool GetMouseButtonUp(int button) => false;
        public static bool GetKey(KeyCode key) => false;
        public static bool GetKey(string name) => false;
        public static bool GetKeyDown(KeyCode key) => false;
        public static bool GetKeyDown(string name) => false;
        public static bool GetKeyUp(KeyCode key) => false;
        public static bool GetKeyUp(string name) => false;
        public static string[] GetJoystickNames() => Array.Empty<string>();

        public static void ResetInputAxes()
        {
        }
    }
}
