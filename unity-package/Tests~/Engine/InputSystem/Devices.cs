#nullable enable
using UnityEngine.InputSystem.Controls;

namespace UnityEngine.InputSystem
{
    public class Keyboard : InputDevice
    {
        private static readonly string[] Others =
        {
            "tab", "escape", "backspace", "leftShift", "leftCtrl", "1", "2", "3", "4", "5", "6", "7", "8", "9", "0",
        };

        public Keyboard()
        {
            spaceKey = Add<KeyControl>("space");
            enterKey = Add<KeyControl>("enter");
            leftArrowKey = Add<KeyControl>("leftArrow");
            rightArrowKey = Add<KeyControl>("rightArrow");
            upArrowKey = Add<KeyControl>("upArrow");
            downArrowKey = Add<KeyControl>("downArrow");
            for (var letter = 'a'; letter <= 'z'; letter++) Add<KeyControl>(letter.ToString());
            foreach (var key in Others) Add<KeyControl>(key);
        }

        public static Keyboard? current { get; internal set; }

        public KeyControl spaceKey { get; }

        public KeyControl enterKey { get; }

        public KeyControl leftArrowKey { get; }

        public KeyControl rightArrowKey { get; }

        public KeyControl upArrowKey { get; }

        public KeyControl downArrowKey { get; }

        public KeyControl wKey => (KeyControl)TryGetChildControl("w")!;

        public KeyControl aKey => (KeyControl)TryGetChildControl("a")!;

        public KeyControl sKey => (KeyControl)TryGetChildControl("s")!;

        public KeyControl dKey => (KeyControl)TryGetChildControl("d")!;
    }

    public class Mouse : InputDevice
    {
        public Mouse()
        {
            position = Add<Vector2Control>("position");
            delta = Add<Vector2Control>("delta");
            leftButton = Add<ButtonControl>("leftButton");
            rightButton = Add<ButtonControl>("rightButton");
        }

        public static Mouse? current { get; internal set; }

        public Vector2Control position { get; }

        public Vector2Control delta { get; }

        public ButtonControl leftButton { get; }

        public ButtonControl rightButton { get; }
    }

    public class Gamepad : InputDevice
    {
        public Gamepad()
        {
            leftStick = Add<StickControl>("leftStick");
            rightStick = Add<StickControl>("rightStick");
            buttonSouth = Add<ButtonControl>("buttonSouth");
            buttonEast = Add<ButtonControl>("buttonEast");
            leftTrigger = Add<ButtonControl>("leftTrigger");
            rightTrigger = Add<ButtonControl>("rightTrigger");
        }

        public static Gamepad? current { get; internal set; }

        public StickControl leftStick { get; }

        public StickControl rightStick { get; }

        public ButtonControl buttonSouth { get; }

        public ButtonControl buttonEast { get; }

        public ButtonControl leftTrigger { get; }

        public ButtonControl rightTrigger { get; }
    }
}
